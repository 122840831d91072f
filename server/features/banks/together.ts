import { sql } from 'kysely';
import { DAYS_BY_HAND, recordKey } from '../../../domain/banks/matching.ts';
import type { listReceiptsOfLine } from '../../../domain/banks/match-contract.ts';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { notFound } from '../../../domain/errors.ts';
import { RECEIPT_STATES, type ReceiptStatus } from '../../../domain/receipts/states.ts';
import { addDays, type Day } from '../../../domain/values/day.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { ourAccount } from './accounts.ts';
import { lineOf } from './candidates.ts';

type Row = {
  id: number;
  number: string | null;
  status: ReceiptStatus;
  party: number;
  party_name: string;
  day: Day;
  reference: string;
  amount: bigint;
};

const MOST_RECEIPTS = 200;

/** Receipts of an account that a line may be several of: smaller than it, near its day, and of no line yet. The nearest first. */
export async function receiptsOfLine(
  ctx: Ctx,
  { query }: Decoded<typeof listReceiptsOfLine>,
): Promise<Reply<typeof listReceiptsOfLine>> {
  const account = await ourAccount(ctx, query.account, { lock: false });
  const line = await lineOf(ctx, account.id, query.line);
  if (!line) throw notFound();
  const { rows } = await sql<Row>`
    select t.id, t.number, t.status, p.id as party, p.name as party_name, t.bank_date as day, t.bank_reference as reference, t.amount
    from receipts t join parties p on p.id = t.payer_id
    where t.branch_id = ${ctx.branch.id} and t.branch_id = any(${[...ctx.scope]}::int[]) and t.bank_account_id = ${account.id}
      and t.status in ('DRAFT', 'PENDING', 'APPROVED', 'REVERSED') and t.amount < ${line.amount}
      and t.bank_date between ${addDays(line.day, -DAYS_BY_HAND)} and ${addDays(line.day, DAYS_BY_HAND)}
      and not exists (select 1 from bank_matches m where m.receipt_id = t.id and m.live and not m.returned)
    order by abs(t.bank_date - ${line.day}::date), t.id limit ${MOST_RECEIPTS}`.execute(ctx.db);
  return rows.map(({ id, number, status, party, party_name: name, amount, ...row }) => ({
    ...row,
    key: recordKey({ kind: 'receipt', id, returned: false }),
    number: number ?? `#${id}`,
    status: RECEIPT_STATES[status].label,
    party: { id: party, name },
    amount: formatAmount(amount, account.currency),
  }));
}
