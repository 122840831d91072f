import type { Sent, WireReply } from '../../../../domain/endpoint.ts';
import { bodyOf, emptyOf, valuesIn, valuesOf, type FormValues } from '../../../../domain/forms.ts';
import {
  enteredLine,
  slipSections,
  type getSlip,
  type listSlips,
  type saveSlip,
} from '../../../../domain/slips/contract.ts';
import type { WrittenBasis } from '../../../../domain/slips/signing.ts';
import { riskCode, section, subjectivity, taxPayable } from '../../../../domain/slips/slip.ts';
import {
  bodyOfPolicy,
  EMPTY_ROW,
  type FormStart,
  newValues,
  valuesOfPolicy,
  type PolicyValues,
  type SecurityRow,
} from './policy-values.ts';
import { rateOf } from './policy-amounts.ts';

export type SlipRecord = WireReply<typeof getSlip>;
export type SlipRow = WireReply<typeof listSlips>['data'][number];
type SlipBody = Sent<typeof saveSlip>['body'];

/** A line as it is typed: `written` in % of the slip's basis; what it signs for is worked out, never entered. */
export type LineRow = SecurityRow &
  Omit<FormValues<typeof enteredLine>, 'security' | 'to_stand'> & { to_stand: string };

type Sections = FormValues<typeof slipSections>;
/** The sections as they are typed: every term a text, '' for none. Names are those of the call. */
type SlipTexts = Omit<Sections, 'security' | 'subscription'> & {
  security: Omit<Sections['security'], 'written_basis' | 'signed_basis'> &
    Record<'written_basis' | 'signed_basis', WrittenBasis>;
  /** The leader is one of the lines, by its id. */
  subscription: Omit<Sections['subscription'], 'leader'> & { leader: string };
};

export type SlipValues = Omit<PolicyValues, 'securities'> & { securities: LineRow[]; slip: SlipTexts };

export const EMPTY_LINE: LineRow = { ...EMPTY_ROW, ...emptyOf(enteredLine), security: null, to_stand: '' };
export const EMPTY_SUBJECTIVITY = emptyOf(subjectivity);
export const EMPTY_SECTION = emptyOf(section);
export const EMPTY_TAX = emptyOf(taxPayable);
export const EMPTY_CODE = emptyOf(riskCode);

/** A grid without rows has nothing to type into. */
const orOne = <T>(rows: T[], empty: T): T[] => (rows.length === 0 ? [empty] : rows);

function typedOf({ risk, security, subscription, fiscal, ...rest }: Sections): SlipTexts {
  return {
    ...rest,
    risk: { ...risk, taxes_payable: orOne(risk.taxes_payable, EMPTY_TAX) },
    security: {
      ...security,
      written_basis: security.written_basis || 'WHOLE',
      signed_basis: security.signed_basis || 'WHOLE',
    },
    subscription: { ...subscription, leader: subscription.leader?.id ?? '' },
    fiscal: { ...fiscal, risk_codes: orOne(fiscal.risk_codes, EMPTY_CODE) },
  };
}

export function newSlip(start: FormStart): SlipValues {
  const slip = typedOf(emptyOf(slipSections));
  const hours = {
    start_time: '00:01',
    end_time: '23:59',
    time_zone: 'Local standard time at the situation of the risk',
  };
  return { ...newValues(start), securities: [EMPTY_LINE], slip: { ...slip, risk: { ...slip.risk, ...hours } } };
}

/** A row in which nothing is entered: it is not sent. */
export function isBlankLine(row: LineRow): boolean {
  return row.security === null && row.written === '' && row.quoted_on === '' && row.stamp === '';
}

/** The texts of kept sections as their form has them; of those of a template some may be absent. */
export function textsOf(slip: unknown): SlipTexts {
  return typedOf(valuesIn(slipSections, slip));
}

/** A saved slip as its form begins. */
export function valuesOfSlip(record: SlipRecord): SlipValues {
  const common = valuesOfPolicy(record);
  const rows = record.securities.map((line, index): LineRow => {
    const { commission = '', brokerage = '', security = null } = common.securities[index] ?? {};
    return {
      ...EMPTY_LINE,
      ...valuesOf(enteredLine, { ...line, commission, brokerage }),
      // A line that is only quoted is not written yet.
      written: line.written === null || rateOf(line.written) === 0n ? '' : line.written,
      security: security && { ...security, bureau: line.bureau },
      to_stand: line.to_stand ? 'yes' : '',
    };
  });
  return { ...common, securities: rows.length === 0 ? [EMPTY_LINE] : rows, slip: textsOf(record.slip) };
}

/** The texts as they travel: empty rows are left out. */
export function sectionsOf({ slip }: SlipValues): SlipBody['slip'] {
  const { leader } = slip.subscription;
  const risk_codes = slip.fiscal.risk_codes.map((one) => ({
    code: one.code.toUpperCase(),
    percent: one.code !== '' && one.percent === '' ? '0' : one.percent,
  }));
  return bodyOf(slipSections, {
    ...slip,
    subscription: { ...slip.subscription, leader: leader === '' ? null : { id: leader, label: '' } },
    fiscal: { ...slip.fiscal, risk_codes },
  });
}

/** What is sent: the placement as in either market, the lines as written, the sections. */
export function bodyOfSlip(values: SlipValues): SlipBody {
  const { securities, slip: _typed, ...placement } = values;
  const {
    securities: _none,
    interest: _interest,
    excess: _excess,
    territory: _territory,
    conditions: _conditions,
    ...body
  } = bodyOfPolicy({ ...placement, securities: [] });
  const lines = securities.filter((row) => !isBlankLine(row));
  return {
    ...body,
    securities: lines.map((row) => bodyOf(enteredLine, { ...row, to_stand: row.to_stand === 'yes' })),
    slip: sectionsOf(values),
  };
}
