import { FUNCTION_NAMES } from '../../domain/ledger/accounts.ts';
import type { PostedKind } from '../../domain/records/kinds.ts';
import { formatAmount } from '../../domain/values/money.ts';
import { codeOf } from './chart.ts';
import type { Rig } from './rig.ts';

/** The lines of all entries of a record, in their order: event, what the account is for, amount, debit positive. */
export async function journalOf(
  t: Rig,
  { kind, id, currency = 'KES' }: { kind: PostedKind; id: number; currency?: string },
): Promise<string[]> {
  const { rows } = await t.ownerPool.query<{ event: string; account: string; amount: bigint }>(
    `select e.event, l.account, l.amount from journal_entries e join journal_lines l on l.entry_id = e.id
     where e.source_kind = $1 and e.source_id = $2 order by e.id, l.id`,
    [kind, id],
  );
  const nameOf = (code: string) => FUNCTION_NAMES.find((name) => codeOf(name) === code) ?? code;
  return rows.map((row) => `${row.event} ${nameOf(row.account)} ${formatAmount(row.amount, currency)}`);
}
