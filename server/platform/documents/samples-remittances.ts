import type { RemittanceInput } from './kinds/remittance.ts';
import { document } from './samples.ts';

/** Two vouchers of a day in one currency, with a return taken off, and one in another. */
export const remittance: RemittanceInput = {
  ...document('RA/NBO/2026/000012'),
  party: { name: 'Continental Reinsurance Plc', addressLines: ['Upper Hill Road 14', 'Nairobi'] },
  paidOn: '2026-11-19',
  ordered: false,
  currencies: [
    {
      currency: 'KES',
      account: '•••• 4821, Equity Bank',
      payments: [
        { voucher: 'PV/NBO/2026/000031', reference: 'FT 902113', amount: 200_000_00n },
        { voucher: 'PV/NBO/2026/000032', reference: 'FT 902114', amount: 43_750_00n },
      ],
      notes: [
        {
          note: 'CN/NBO/2026/000012',
          policy: 'NBO/FAC/2026/000012',
          insured: 'Mombasa Cement & Steel Works and Allied Industries (East Africa) Limited',
          figures: { gross: 312_500_00n, deductions: 93_750_00n, net: 218_750_00n },
          paid: 218_750_00n,
        },
        {
          note: 'CN/NBO/2026/000015',
          policy: 'NBO/FAC/2026/000015',
          insured: 'Lake Basin Shipping',
          figures: { gross: 125_000_00n, deductions: 37_500_00n, net: 87_500_00n },
          paid: 43_750_00n,
        },
      ],
      setOff: [
        {
          note: 'DN/NBO/2026/000041',
          what: 'Return premium',
          policy: 'NBO/FAC/2026/000009',
          insured: 'Kisumu Sugar Works',
          amount: 18_750_00n,
        },
      ],
    },
    {
      currency: 'USD',
      payments: [{ voucher: 'PV/NBO/2026/000033', reference: '', amount: 6_000_00n }],
      notes: [
        {
          note: 'CI/NBO/2026/000004',
          policy: 'NBO/FAC/2026/000013',
          insured: 'Lake Basin Shipping',
          paid: 6_000_00n,
        },
      ],
      setOff: [],
    },
  ],
};

/** What the bank has been told to pay and may not have paid yet. */
export const orderedRemittance: RemittanceInput = {
  ...remittance,
  ...document('RA/NBO/2026/000013'),
  ordered: true,
  currencies: remittance.currencies.slice(1),
};
