import type { WireReply } from '../../../domain/endpoint.ts';
import type { imports } from '../../../domain/imports/contract.ts';
import type { PaymentTerms } from '../../../domain/policies/terms.ts';
import type { Found } from '../../ui/use-search.ts';
import { idOf } from '../policies/policy-values.ts';
import type { UnderwritingInfo } from '../policies/form-parts.ts';

export type Common = NonNullable<WireReply<typeof imports.one>['common']>;
type Parties = WireReply<typeof imports.one>['parties'];

export type CommonLine = { security: Found | null; share: string; commission: string; brokerage: string };

/** What all rows have in common, as it is typed; names are those of the call. */
export type CommonValues = {
  reinsured: Found | null;
  cover_type: string;
  currency: string;
  dateoffered: string;
  fac: string;
  cedant_commission: string;
  brokerage: string;
  territory: string;
  payment_terms: string;
  remittance_days?: number | undefined;
  securities: CommonLine[];
  line_basis: 'WHOLE' | 'CEDED';
  day_order: 'DAY_FIRST' | 'MONTH_FIRST';
  add_insureds: boolean;
  insured_address: string;
};

export const EMPTY_LINE: CommonLine = { security: null, share: '', commission: '', brokerage: '' };

export function newCommon(given: { currency: string; terms: UnderwritingInfo['paymentTerms'] }): CommonValues {
  return {
    reinsured: null,
    cover_type: '',
    currency: given.currency,
    dateoffered: '',
    fac: '',
    cedant_commission: '',
    brokerage: '',
    territory: '',
    payment_terms: given.terms[0]?.code ?? '',
    securities: [EMPTY_LINE],
    line_basis: 'CEDED',
    day_order: 'DAY_FIRST',
    add_insureds: false,
    insured_address: '',
  };
}

/** What was said before, as the form begins. */
export function commonValues(common: Common, parties: Parties): CommonValues {
  const choice = (id: number): Found => ({
    id: String(id),
    label: parties.find((party) => party.id === id)?.name ?? '',
  });
  const lines = (common.securities ?? []).map(({ security, share, commission, brokerage }): CommonLine => ({
    security: choice(security),
    share: String(share),
    commission: String(commission ?? ''),
    brokerage: String(brokerage ?? ''),
  }));
  return {
    reinsured: common.reinsured === undefined ? null : choice(common.reinsured),
    cover_type: common.cover_type === undefined ? '' : String(common.cover_type),
    currency: common.currency ?? '',
    dateoffered: common.dateoffered ?? '',
    fac: String(common.fac ?? ''),
    cedant_commission: String(common.cedant_commission ?? ''),
    brokerage: String(common.brokerage ?? ''),
    territory: common.territory ?? '',
    payment_terms: common.payment_terms ?? '',
    remittance_days: common.remittance_days,
    securities: lines.length === 0 ? [EMPTY_LINE] : lines,
    line_basis: common.line_basis ?? 'WHOLE',
    day_order: common.day_order ?? 'DAY_FIRST',
    add_insureds: common.add_insureds ?? false,
    insured_address: common.insured_address ?? '',
  };
}

const said = <T>(key: string, value: T) => (value === '' || value === undefined ? {} : { [key]: value });

/** What is sent: what was left empty is not said. */
export function commonOf(values: CommonValues): Common {
  const { reinsured, cover_type, securities, add_insureds, insured_address, payment_terms, ...rest } = values;
  const lines = securities.flatMap(({ security, share, commission, brokerage }) =>
    security === null && share === ''
      ? []
      : [{ security: idOf(security?.id), share, ...said('commission', commission), ...said('brokerage', brokerage) }],
  );
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== '' && value !== undefined)),
    ...(reinsured !== null && { reinsured: idOf(reinsured.id) }),
    ...(cover_type !== '' && { cover_type: idOf(cover_type) }),
    ...(payment_terms !== '' && { payment_terms: payment_terms as PaymentTerms }),
    ...(lines.length > 0 && { securities: lines }),
    ...(add_insureds && { add_insureds, ...said('insured_address', insured_address.trim()) }),
  };
}

/** What keeps the values from being sent, by field. */
export function commonFaults(values: CommonValues): Record<string, string> {
  const faults: Record<string, string> = {};
  const length = values.insured_address.trim().length;
  if (values.add_insureds && (length < 3 || length > 250))
    faults['insured_address'] = 'Address must be 3 to 250 characters.';
  for (const [index, { security, share }] of values.securities.entries()) {
    if (security === null && share !== '') faults[`securities.${index}.security`] = 'Choose the security.';
    if (security !== null && share === '') faults[`securities.${index}.share`] = 'Share must be between 0 and 100.';
  }
  return faults;
}
