/** Brokerage over a period by whose business and of what class it is: noted, earned, and still to earn. Equal to the ledger's accounts. §3. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { baseMoney, hidden, money, text, titled, totalled } from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import { branchParam, dayParam, format } from '../wire.ts';

export const BROKERAGE_GROUPS = ['producer', 'class'] as const;
export type BrokerageGroup = (typeof BROKERAGE_GROUPS)[number];
export const BROKERAGE_LABELS: Record<BrokerageGroup, string> = { producer: 'Producer', class: 'Class' };

/** Opening + noted − earned = still to earn. What was given back is less than nothing. */
const figures = {
  opening: titled('Opening', totalled(money('To earn at the start'))),
  debited: titled('Debit notes', totalled(money('Noted with debit notes'))),
  returned: titled('Returns', totalled(money('Returned, or not collected'))),
  noted: totalled(money('Noted')),
  earned: totalled(money('Earned')),
  closing: titled('To earn', totalled(money('Still to earn'))),
};
const inBase = {
  base_noted: hidden(totalled(baseMoney('Noted'))),
  base_earned: hidden(totalled(baseMoney('Earned'))),
  base_closing: hidden(totalled(baseMoney('Still to earn'))),
};
const screen = ['name', 'currency', 'debited', 'returned', 'noted', 'earned', 'opening', 'closing'] as const;
export const brokerageTotals = table({ currency: text('Currency'), ...figures, ...inBase });
/** What is of no policy (our own invoices, journals, books of before) is a row of its own. */
export const brokerageTable = table(
  { name: text('Name'), currency: titled('Cur.', text('Currency')), ...figures, ...inBase },
  { screen: [...screen, 'base_noted', 'base_earned', 'base_closing'] },
);

export const brokerageReport = endpoint({
  method: 'GET',
  path: `${SCA}/underwriting/brokerage`,
  access: 'reports.money',
  effect: 'read',
  summary: 'Brokerage noted, earned and still to earn over a period, by producer or class, as the ledger has it.',
  query: z.object({
    from: dayParam,
    to: dayParam,
    by: z.optional(z.enum(BROKERAGE_GROUPS)),
    branch: branchParam,
    format,
  }),
  reply: z.object({
    from: z.string(),
    to: z.string(),
    base_currency: z.string(),
    data: z.array(brokerageTable.row),
    totals: z.array(brokerageTotals.row),
  }),
});
