/** What moved cash of the client bank that is for no note: unallocated, charges of the bank, what was exchanged, and what is with other branches. M4–M6, M16. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { eventLabel } from '../ledger/entries.ts';
import { below, day, id, money, plain, text, titled, totalled } from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import { branchParam, currencyCode, dayParam, firstRows, format, recordId } from '../wire.ts';

const CLIENT_MOVES = ['unallocated', 'charges', 'exchanged', 'between_branches'] as const;

export const clientMovementsTable = table({
  entry: plain('Entry', { schema: recordId, cell: String }),
  day: below('entry', titled('Date', day('Day'))),
  branch: text('Branch'),
  event: plain('Event', { schema: z.string(), cell: eventLabel }),
  record: below('event', text('Record')),
  source_kind: text(''),
  source_id: id(),
  currency: titled('Cur.', text('Currency')),
  unallocated: totalled(money('Unallocated cash')),
  charges: totalled(money('Charges and costs')),
  exchanged: totalled(money('Exchanged')),
  between_branches: titled('Other branches', totalled(money('With other branches'))),
  made_by: text('Made by'),
  approved_by: below('made_by', text('Approved by')),
});

export const clientMovements = endpoint({
  method: 'GET',
  path: `${SCA}/clientmoney/movements`,
  access: 'reports.money',
  effect: 'read',
  long: true,
  summary:
    'What moved client money that is for no note or claim, by a day: unallocated cash, charges, exchange, what is with other branches.',
  query: z.object({
    branch: branchParam,
    asat: dayParam,
    currency: z.optional(currencyCode),
    of: z.optional(z.enum(CLIENT_MOVES, 'Not a movement of client money.')),
    format,
  }),
  reply: z.object({
    ...firstRows(clientMovementsTable.row),
  }),
});
