/** From the balance of the ledger to that of the bank's statement, as at any day. M9. */
import * as z from 'zod/mini';
import { BETWEEN, RECONCILED, RECONCILED_LABELS } from '../banks/reconciliation.ts';
import { endpoint, SCA } from '../endpoint.ts';
import { POSTED } from '../records/kinds.ts';
import { choice, count, day, money, optional, plain, sorted, text, titled, id, partyText } from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import { amountOut, branchListQuery, dayParam, idText, listReply, recordId, ref } from '../wire.ts';

/** What a row opens to: a record of the books, or the statement of a line. */
const target = plain('', {
  schema: z.nullable(z.object({ kind: z.enum([...POSTED, 'statement']), id: recordId })),
  cell: () => '',
});

/** The items between the two balances; its files have the balances, too. */
export const reconciliationTable = table(
  {
    /** Names it among all items. */
    item: plain('', { schema: z.int(), cell: String }),
    section: sorted(choice('Part', RECONCILED, (section) => RECONCILED_LABELS[section])),
    target,
    day: sorted(optional(day('Date'))),
    number: titled('Number', text('Number')),
    party: titled('Payer or payee', partyText('Payer or payee', 'party_id')),
    party_id: optional(id()),
    text: text('Text'),
    currency: titled('Cur.', text('Currency')),
    amount: sorted(money('Amount')),
  },
  { screen: ['number', 'day', 'party', 'amount', 'section', 'text'] },
);

/** What leads from one balance to the other: the balances, and what lies between them by its kind. */
export const reconciliationParts = table({
  section: choice('Part', RECONCILED, (section) => RECONCILED_LABELS[section]),
  items: count('Items'),
  currency: titled('Cur.', text('Currency')),
  amount: money('Amount'),
});

export const bankReconciliation = endpoint({
  method: 'GET',
  path: `${SCA}/bankstatement/reconciliation`,
  access: 'bank_statements.view',
  effect: 'read',
  summary: 'Ledger and statement of a bank account as at any day, and what lies between them, item by item.',
  query: z.object({
    ...branchListQuery,
    /** The first that the caller may reconcile, where none is named. */
    bank: z.optional(idText),
    asat: dayParam,
    section: z.optional(z.enum(BETWEEN, 'Not a part that has items.')),
  }),
  reply: z.object({
    ...listReply(reconciliationTable.row).shape,
    as_at: z.string(),
    account: z.object({ ...ref.shape, currency: z.string() }),
    /** The last day that statements say anything of; null before the first. */
    statement_to: z.nullable(z.string()),
    ledger: amountOut,
    statement: amountOut,
    /** Of all items, whatever is searched for. */
    parts: z.array(reconciliationParts.row),
  }),
});
