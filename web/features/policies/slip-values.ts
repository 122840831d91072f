import type { Sent, WireReply } from '../../../domain/endpoint.ts';
import type { getSlip, listSlips, saveSlip } from '../../../domain/policies/london.ts';
import type { WrittenBasis } from '../../../domain/policies/signing.ts';
import type { Day } from '../../../domain/values/day.ts';
import { bodyOf, newValues, valuesOf, type PolicyValues, type SecurityRow } from './policy-values.ts';

export type SlipRecord = WireReply<typeof getSlip>;
export type SlipRow = WireReply<typeof listSlips>['data'][number];
export type SlipBody = Sent<typeof saveSlip>['body'];

/** A line as it is typed: `written` in % of the slip's basis; what it signs for is worked out, never entered. */
export type LineRow = SecurityRow & {
  written: string;
  to_stand: string;
  quoted_on: string;
  quote_reference: string;
  written_on: string;
  reference: string;
  stamp: string;
  signed_on: string;
  signing_reference: string;
};

export type SubjectivityText = { what: string; by: string; until_met: string; consequence: string };
export type SectionText = {
  name: string;
  interest: string;
  limit: string;
  excess: string;
  situation: string;
  conditions: string;
  premium: string;
};

/** The sections as they are typed: every term a text, '' for none. Names are those of the call. */
export type SlipTexts = {
  risk: {
    type: string;
    start_time: string;
    end_time: string;
    time_zone: string;
    interest: string;
    limit: string;
    excess: string;
    situation: string;
    conditions: string;
    express_warranties: string;
    conditions_precedent: string;
    subjectivities: SubjectivityText[];
    choice_of_law: string;
    jurisdiction: string;
    payment_terms: string;
    taxes_payable: { tax: string; payable_by: string }[];
    recording: string;
    contract_documents: string;
  };
  information: string;
  security: { liability: string; written_basis: WrittenBasis; signed_basis: WrittenBasis; signing_provisions: string };
  subscription: {
    leader: string;
    contract_changes: string;
    other_parties: string;
    claims_agreement: string;
    claims_basis: string;
    delegated_claims: string;
    expert_fees: string;
    settlement_due_date: string;
    bureau_arrangements: string;
    non_bureau_arrangements: string;
  };
  fiscal: {
    tax_payable: string;
    country_of_origin: string;
    overseas_broker: string;
    client_classification: string;
    risk_codes: { code: string; percent: string }[];
  };
  remuneration: { brokerage: string; fees: string; deductions: string };
  sections: SectionText[];
};

export type SlipValues = Omit<PolicyValues, 'securities'> & { securities: LineRow[]; slip: SlipTexts };

export const EMPTY_LINE: LineRow = {
  security: null,
  offer: '',
  share: '',
  commission: '',
  brokerage: '',
  written: '',
  to_stand: '',
  quoted_on: '',
  quote_reference: '',
  written_on: '',
  reference: '',
  stamp: '',
  signed_on: '',
  signing_reference: '',
};
export const EMPTY_SUBJECTIVITY: SubjectivityText = { what: '', by: '', until_met: '', consequence: '' };
export const EMPTY_SECTION: SectionText = {
  name: '',
  interest: '',
  limit: '',
  excess: '',
  situation: '',
  conditions: '',
  premium: '',
};

const EMPTY_TEXTS: SlipTexts = {
  risk: {
    type: '',
    start_time: '00:01',
    end_time: '23:59',
    time_zone: 'Local standard time at the situation of the risk',
    interest: '',
    limit: '',
    excess: '',
    situation: '',
    conditions: '',
    express_warranties: '',
    conditions_precedent: '',
    subjectivities: [],
    choice_of_law: '',
    jurisdiction: '',
    payment_terms: '',
    taxes_payable: [{ tax: '', payable_by: '' }],
    recording: '',
    contract_documents: '',
  },
  information: '',
  security: { liability: '', written_basis: 'WHOLE', signed_basis: 'WHOLE', signing_provisions: '' },
  subscription: {
    leader: '',
    contract_changes: '',
    other_parties: '',
    claims_agreement: '',
    claims_basis: '',
    delegated_claims: '',
    expert_fees: '',
    settlement_due_date: '',
    bureau_arrangements: '',
    non_bureau_arrangements: '',
  },
  fiscal: {
    tax_payable: '',
    country_of_origin: '',
    overseas_broker: '',
    client_classification: '',
    risk_codes: [{ code: '', percent: '' }],
  },
  remuneration: { brokerage: '', fees: '', deductions: '' },
  sections: [],
};

export function newSlip(given: { currency: string; today: Day }): SlipValues {
  return { ...newValues(given), securities: [EMPTY_LINE], slip: EMPTY_TEXTS };
}

/** A row in which nothing is entered: it is not sent. */
export function isBlankLine(row: LineRow): boolean {
  return row.security === null && row.written === '' && row.quoted_on === '' && row.stamp === '';
}

// Kept texts may be absent where nothing was entered; the form has each of them.
function filled<T extends object>(empty: T, kept: object): T {
  return Object.fromEntries(
    Object.entries(empty).map(([key, none]) => {
      const value = (kept as Record<string, unknown>)[key];
      return [key, value === undefined || value === null ? none : value];
    }),
  ) as T;
}

/** A grid without rows has nothing to type into. */
const orOne = <T>(rows: T[], empty: T): T[] => (rows.length === 0 ? [empty] : rows);

/** The texts of kept sections as their form has them. */
export function textsOf(record: Pick<SlipRecord, 'slip'>): SlipTexts {
  const { slip } = record;
  const { risk, fiscal } = slip;
  return {
    risk: {
      ...filled({ ...EMPTY_TEXTS.risk, start_time: '', end_time: '', time_zone: '' }, risk),
      subjectivities: (risk.subjectivities ?? []).map((one) => filled(EMPTY_SUBJECTIVITY, one)),
      taxes_payable: orOne(
        (risk.taxes_payable ?? []).map((one) => filled({ tax: '', payable_by: '' }, one)),
        {
          tax: '',
          payable_by: '',
        },
      ),
    },
    information: slip.information ?? '',
    security: filled(EMPTY_TEXTS.security, slip.security),
    subscription: {
      ...filled(EMPTY_TEXTS.subscription, slip.subscription),
      leader: slip.subscription.leader ? String(slip.subscription.leader) : '',
    },
    fiscal: {
      ...filled(EMPTY_TEXTS.fiscal, fiscal),
      risk_codes: orOne(
        (fiscal.risk_codes ?? []).map((one) => ({ code: one.code, percent: String(one.percent) })),
        { code: '', percent: '' },
      ),
    },
    remuneration: filled(EMPTY_TEXTS.remuneration, slip.remuneration),
    sections: (slip.sections ?? []).map((one) => ({
      ...filled(EMPTY_SECTION, one),
      premium: one.premium ? String(one.premium) : '',
    })),
  };
}

/** A saved slip as its form begins. */
export function valuesOfSlip(record: SlipRecord): SlipValues {
  const common = valuesOf(record);
  const rows = record.securities.map((line, index): LineRow => ({
    ...EMPTY_LINE,
    security: {
      id: String(line.security.id),
      label: line.security.name,
      resident: line.resident,
      bureau: line.bureau,
      detail: line.resident ? 'Resident' : 'Non-resident',
    },
    commission: common.securities[index]?.commission ?? '',
    brokerage: common.securities[index]?.brokerage ?? '',
    written: line.written ?? '',
    to_stand: line.to_stand ? 'yes' : '',
    quoted_on: line.quoted_on ?? '',
    quote_reference: line.quote_reference,
    written_on: line.written_on ?? '',
    reference: line.reference,
    stamp: line.stamp,
    signed_on: line.signed_on ?? '',
    signing_reference: line.signing_reference,
  }));
  return { ...common, securities: rows.length === 0 ? [EMPTY_LINE] : rows, slip: textsOf(record) };
}

const idOf = (id: string | undefined) => (id === undefined || id === '' ? 0 : (JSON.parse(id) as number));

/** The texts as they travel: rows in which nothing stands are left out. */
export function sectionsOf({ slip }: SlipValues): SlipBody['slip'] {
  const { risk, subscription, fiscal } = slip;
  return {
    ...slip,
    risk: {
      ...risk,
      subjectivities: risk.subjectivities
        .filter((one) => Object.values(one).some((text) => text !== ''))
        .map((one) => ({ ...one, by: one.by === '' ? null : one.by })),
      taxes_payable: risk.taxes_payable.filter((one) => one.tax !== '' || one.payable_by !== ''),
    },
    subscription: {
      ...subscription,
      leader: subscription.leader === '' ? null : idOf(subscription.leader),
      settlement_due_date: subscription.settlement_due_date === '' ? null : subscription.settlement_due_date,
    },
    fiscal: {
      ...fiscal,
      risk_codes: fiscal.risk_codes
        .filter((one) => one.code !== '' || one.percent !== '')
        .map((one) => ({ code: one.code.toUpperCase(), percent: one.percent === '' ? '0' : one.percent })),
    },
    sections: slip.sections.map((one) => ({ ...one, premium: one.premium === '' ? null : one.premium })),
  };
}

/** What is sent: the placement as in either market, the lines as written, the sections. */
export function bodyOfSlip(values: SlipValues): SlipBody {
  const { securities, slip: _typed, ...placement } = values;
  const {
    securities: _none,
    interest: _i,
    excess: _e,
    territory: _t,
    ...body
  } = bodyOf({ ...placement, securities: [] });
  const dayOf = (day: string) => (day === '' ? null : day);
  return {
    ...body,
    securities: securities
      .filter((row) => !isBlankLine(row))
      .map((row) => ({
        security: idOf(row.security?.id),
        written: row.written === '' ? null : row.written,
        to_stand: row.to_stand === 'yes',
        quoted_on: dayOf(row.quoted_on),
        quote_reference: row.quote_reference,
        written_on: dayOf(row.written_on),
        reference: row.reference,
        stamp: row.stamp,
        signed_on: dayOf(row.signed_on),
        signing_reference: row.signing_reference,
        commission: row.commission === '' ? null : row.commission,
        brokerage: row.brokerage === '' ? null : row.brokerage,
      })),
    slip: sectionsOf(values),
  };
}
