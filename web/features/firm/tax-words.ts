import type { APPLIES_TO, BORNE_BY, TAX_BASES } from '../../../domain/registers/shapes.ts';
import type { WireReply } from '../../../domain/endpoint.ts';
import type { taxItems } from '../../../domain/firm/taxes.ts';

export type Tax = WireReply<typeof taxItems>['data'][number];
export type TaxRate = Tax['rates'][number];

export const BASIS_WORDS: Record<(typeof TAX_BASES)[number], string> = {
  GROSS: 'Gross share premium',
  NET_OF_COMMISSION: 'Premium less commission',
  BROKERAGE: 'Brokerage',
  COMMISSION: 'Commission',
  INVOICE: 'Our invoices',
};
export const BORNE_WORDS: Record<(typeof BORNE_BY)[number], string> = {
  SECURITY: 'Security',
  REINSURED: 'Reinsured',
  BROKER: 'Us',
};
export const APPLIES_WORDS: Record<(typeof APPLIES_TO)[number], string> = {
  ALL: 'All securities',
  RESIDENT: 'Residents',
  NON_RESIDENT: 'Non-residents',
};

/** Who is invoiced bears a tax on invoices, whichever party that is. */
export const borneWords = ({ basis, borne_by: by }: Pick<TaxRate, 'basis' | 'borne_by'>): string =>
  basis === 'INVOICE' ? 'Who is invoiced' : BORNE_WORDS[by];

export function optionsOf<K extends string>(values: readonly K[], words: Record<K, string>) {
  return values.map((value) => ({ value, label: words[value] }));
}
