/** From the balance of the ledger to that of the bank's statement, as at any day. M9. */
import * as z from 'zod/mini';
import { RECONCILED, RECONCILED_LABELS } from '../banks/reconciliation.ts';
import { endpoint, SCA } from '../endpoint.ts';
import { POSTED } from '../records/kinds.ts';
import { choice, day, money, optional, plain, text, titled } from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import { amountOut, branchParam, dayParam, format, idText, recordId, ref } from '../wire.ts';

/** What a row opens to: a record of the books, or the statement of a line. */
const target = plain('', {
  schema: z.nullable(z.object({ kind: z.enum([...POSTED, 'statement']), id: recordId })),
  cell: () => '',
});

export const reconciliationTable = table(
  {
    section: choice('Part', RECONCILED, (section) => RECONCILED_LABELS[section]),
    target,
    day: optional(day('Date')),
    number: titled('Number', text('Number')),
    party: titled('Payer or payee', text('Payer or payee')),
    text: text('Text'),
    currency: titled('Cur.', text('Currency')),
    amount: money('Amount'),
  },
  { screen: ['day', 'number', 'amount', 'party', 'text'] },
);

export const bankReconciliation = endpoint({
  method: 'GET',
  path: `${SCA}/bankstatement/reconciliation`,
  access: 'bank_statements.view',
  effect: 'read',
  summary: 'Ledger and statement of a bank account as at any day, and what lies between them, item by item.',
  query: z.object({ bank: idText, asat: dayParam, branch: branchParam, format }),
  reply: z.object({
    as_at: z.string(),
    account: z.object({ ...ref.shape, currency: z.string() }),
    /** The last day that statements say anything of; null before the first. */
    statement_to: z.nullable(z.string()),
    ledger: amountOut,
    statement: amountOut,
    data: z.array(reconciliationTable.row),
  }),
});
