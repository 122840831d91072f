import { showWireAmount, showWireRate } from '../../../ui/fields/read-typed.ts';

export const TAX_BASIS = {
  GROSS: 'Gross premium',
  NET_OF_COMMISSION: 'Premium net of commission',
  BROKERAGE: 'Brokerage',
  COMMISSION: 'Commission',
  INVOICE: 'Our invoices',
} as const;
export const BORNE_BY = { SECURITY: 'Security', REINSURED: 'Reinsured', BROKER: 'Us' } as const;
export const APPLIES_TO = { ALL: 'All', RESIDENT: 'Residents', NON_RESIDENT: 'Non-residents' } as const;

type TaxAmounts = { rate: string | null; flat: string | null; minimum: string | null; currency: string | null };

/** What a rule of a tax asks for: "5%", "KES 40.00 per policy", "0.45%, at least KES 5,000.00". */
export function taxAmountWords({ rate, flat, minimum, currency }: TaxAmounts): string {
  const money = (text: string) => `${currency ?? ''} ${showWireAmount(text, currency ?? '')}`;
  if (flat !== null) return `${money(flat)} per policy`;
  return `${showWireRate(rate ?? '0')}%${minimum === null ? '' : `, at least ${money(minimum)}`}`;
}
