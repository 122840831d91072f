/** What is behind the figures of brokerage noted and earned. */
import { periodBefore } from '../reports/beside.ts';
import {
  brokerageDays,
  brokerageLines,
  brokerageLinesTable,
  brokerageReport,
  brokerageTable,
  brokerageTotals,
} from '../reports/brokerage.ts';
import { behind, explained, type QueryOf } from '../tables/behind.ts';
import type { Day } from '../values/day.ts';
import { ofGroup } from './groups.ts';
import { BROKERAGE_LINES } from './sources.ts';

type Row = { id?: string; currency: string };
type BrokerageColumn = 'opening' | 'debited' | 'returned' | 'uncollectable' | 'noted' | 'earned' | 'closing';
const brokered =
  (column: BrokerageColumn | 'base_noted' | 'base_earned' | 'base_closing') =>
  (row: Row, { branch, by, from, to }: QueryOf<typeof brokerageReport>) =>
    behind(BROKERAGE_LINES, { branch, ...ofGroup(row, by ?? 'producer'), currency: row.currency, from, to }, column);
/** Of the same days a year before. */
const brokeredBefore =
  (column: 'noted' | 'earned') => (row: Row, query: QueryOf<typeof brokerageReport>, today: Day) => {
    if (query.beside === undefined) return 'COLUMNS' as const;
    return brokered(column)(row, { ...query, ...periodBefore(brokerageDays(query, today)) });
  };
const OF_BROKERAGE = {
  opening: brokered('opening'),
  debited: brokered('debited'),
  returned: brokered('returned'),
  uncollectable: brokered('uncollectable'),
  noted: brokered('noted'),
  earned: brokered('earned'),
  closing: brokered('closing'),
  noted_last_year: brokeredBefore('noted'),
  change_noted: 'COLUMNS',
  earned_last_year: brokeredBefore('earned'),
  change_earned: 'COLUMNS',
  base_noted: brokered('base_noted'),
  base_earned: brokered('base_earned'),
  base_closing: brokered('base_closing'),
} as const;
/** Of each row and of the totals: the entries that noted and earned it. */
export const brokerageEarned = explained({ call: brokerageReport, table: brokerageTable }, OF_BROKERAGE);
export const brokerageEarnedSums = explained(
  { call: brokerageReport, table: brokerageTotals, rows: 'totals' },
  OF_BROKERAGE,
);
export const brokerageEntries = explained(
  { call: brokerageLines, table: brokerageLinesTable },
  {
    opening: 'ENTRY',
    debited: 'ENTRY',
    returned: 'ENTRY',
    uncollectable: 'ENTRY',
    noted: 'ENTRY',
    earned: 'ENTRY',
    closing: 'ENTRY',
    base_noted: 'ENTRY',
    base_earned: 'ENTRY',
    base_closing: 'ENTRY',
  },
);
