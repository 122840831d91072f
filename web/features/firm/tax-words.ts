import type { APPLIES_TO, BORNE_BY, TAX_BASES } from '../../../domain/registers/shapes.ts';

export const BASIS_WORDS: Record<(typeof TAX_BASES)[number], string> = {
  GROSS: 'Gross share premium',
  NET_OF_COMMISSION: 'Premium less commission',
  BROKERAGE: 'Brokerage',
  COMMISSION: 'Commission',
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

export function optionsOf<K extends string>(values: readonly K[], words: Record<K, string>) {
  return values.map((value) => ({ value, label: words[value] }));
}
