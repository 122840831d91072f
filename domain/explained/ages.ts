/** What is behind the ages of receivables as the dashboard has them: in base, of all reinsureds and currencies together. */
import { ageingDashboard, agedTotals } from '../reports/ageing.ts';
import type { Age } from '../reports/item-movements.ts';
import { behind, explained, turned } from '../tables/behind.ts';
import { ITEMS } from './items.ts';

const ofAge =
  (age?: Age) =>
  (_row: unknown, { branch }: { branch?: string | undefined }) =>
    behind(ITEMS, { branch, side: 'RECEIVABLE', age }, age === 'unallocated' ? turned('base_amount') : 'base_amount');

export const receivableAges = explained(
  { call: ageingDashboard, table: agedTotals, rows: null },
  {
    not_due: ofAge('not_due'),
    d1_30: ofAge('d1_30'),
    d31_60: ofAge('d31_60'),
    d61_90: ofAge('d61_90'),
    d91_180: ofAge('d91_180'),
    d181_365: ofAge('d181_365'),
    over_365: ofAge('over_365'),
    unallocated: ofAge('unallocated'),
    total: ofAge(),
  },
);
