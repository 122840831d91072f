import type { ReminderInput } from './kinds/reminder.ts';
import type { StatementInput } from './kinds/statement.ts';
import { cedant, document, statement } from './samples.ts';

/** A final reminder in two currencies, of a cover whose warranty can still be met. */
export const finalReminder: ReminderInput = {
  ...document('RM/NBO/2026/000012'),
  party: cedant,
  level: 'FINAL',
  currencies: [
    {
      currency: 'KES',
      lines: [
        {
          document: 'DN/NBO/2026/000012',
          policy: 'NBO/FAC/2026/000012',
          insured: 'Mombasa Cement & Steel Works and Allied Industries (East Africa) Limited',
          due: '2026-10-14',
          late: 38,
          outstanding: 562_500_00n,
          warranty: { label: 'premium payment warranty', day: '2026-12-13' },
        },
      ],
    },
    {
      currency: 'USD',
      lines: [
        {
          document: 'DN/NBO/2026/000013',
          policy: 'NBO/FAC/2026/000013',
          insured: 'Lake Basin Shipping',
          due: '2026-10-01',
          late: 51,
          outstanding: 12_480_25n,
        },
      ],
    },
  ],
};

/** A statement on which more is due to the reinsured than to us, with a claim that is not collected yet. M12. */
export const statementWithClaims: StatementInput = {
  ...statement(1),
  currencies: [
    {
      currency: 'KES',
      rows: [
        {
          day: '2026-03-02',
          document: 'DN/NBO/2026/000001',
          policy: 'NBO/FAC/2026/000001',
          insured: 'Kisumu Sugar Works',
          due: '2026-04-01',
          debit: 562_500_00n,
          credit: 0n,
          balance: 562_500_00n,
        },
        {
          day: '2026-03-02',
          document: 'NBO/CL/2026/000001',
          policy: 'NBO/FAC/2026/000001',
          insured: 'Kisumu Sugar Works',
          due: '2026-04-01',
          debit: 0n,
          credit: 4_500_000_00n,
          balance: -3_937_500_00n,
        },
      ],
      totalDebit: 562_500_00n,
      totalCredit: 4_500_000_00n,
      balance: -3_937_500_00n,
      summary: [
        { label: 'Premium', amount: 562_500_00n },
        { label: 'Claims collected', amount: -4_500_000_00n },
        { label: 'Balance', amount: -3_937_500_00n },
      ],
      toCome: [
        {
          document: 'NBO/CL/2026/000001',
          policy: 'NBO/FAC/2026/000001',
          insured: 'Kisumu Sugar Works',
          amount: 1_500_000_00n,
        },
      ],
    },
  ],
};
