import { sql } from 'kysely';
import { reconciliationOf, type MovedBy, type Reconciled } from '../../../../domain/banks/reconciliation.ts';
import type { Decoded, Reply } from '../../../../domain/endpoint.ts';
import { AppError } from '../../../../domain/errors.ts';
import { POSTED, type PostedKind } from '../../../../domain/records/kinds.ts';
import { bankReconciliation, reconciliationTable } from '../../../../domain/reports/bank-reconciliation.ts';
import { replyRow, type Values } from '../../../../domain/tables/table.ts';
import { type Day, writtenDay } from '../../../../domain/values/day.ts';
import { formatAmount, sum } from '../../../../domain/values/money.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { ourAccount, type OurAccount } from '../../banks/accounts.ts';
import { report } from '../report.ts';

type Input = Decoded<typeof bankReconciliation>;
type Row = Values<typeof reconciliationTable>;
const dayOf = (ctx: Ctx, { query }: Input): Day => query.asat ?? ctx.today;

/** An account that several branches keep is reconciled for all of them together. */
async function assertWhole(ctx: Ctx, account: OurAccount): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select b.name from branches_of_bank(${account.id}) k (id) join branches b on b.id = k.id
    where k.id <> all(${[...ctx.scope]}::int[]) order by b.name`.execute(ctx.db);
  if (rows.length > 0) throw new AppError('NOT_WHOLE', { branches: rows.map(({ name }) => name).join(', ') });
}

type RecordRow = MovedBy & { kind: string; id: number; number: string | null; party: string | null; narration: string };

/** What each record moved on the account by a day: in the books, and by the lines that it is matched with. */
async function recordsBy(ctx: Ctx, account: OurAccount, day: Day): Promise<RecordRow[]> {
  const { rows } = await sql<RecordRow>`
    with booked as (
      select e.source_kind as kind, e.source_id as id, sum(l.amount)::bigint as amount, min(l.day) as first_day, min(e.narration) as narration
      from journal_lines l join journal_entries e on e.id = l.entry_id
      where l.bank_account_id = ${account.id} and l.day <= ${day}::date and l.branch_id = any(${[...ctx.scope]}::int[])
      group by 1, 2),
    presented as (
      select case when m.receipt_id is null then 'voucher' else 'receipt' end as kind, coalesce(m.receipt_id, m.voucher_id) as id,
        sum(b.amount)::bigint as amount, min(b.day) as first_day, min(b.text) as narration
      from bank_matches m join bank_lines b on b.id = m.line_id
      where m.bank_account_id = ${account.id} and m.live and b.live and b.day <= ${day}::date and m.branch_id = any(${[...ctx.scope]}::int[])
      group by 1, 2)
    select g.*, coalesce(r.number, v.number) as number, y.name as party
    from (
      select kind, id, coalesce(k.amount, 0)::bigint as booked, coalesce(p.amount, 0)::bigint as presented,
        least(k.first_day, p.first_day) as "firstDay", coalesce(k.narration, p.narration) as narration
      from booked k full join presented p using (kind, id)) g
    left join receipts r on g.kind = 'receipt' and r.id = g.id
    left join vouchers v on g.kind = 'voucher' and v.id = g.id
    left join parties y on y.id = coalesce(r.payer_id, v.payee_id)
    where g.booked <> g.presented order by g."firstDay", g.kind, g.id`.execute(ctx.db);
  return rows;
}

type LineRow = { statement: number; day: Day; amount: bigint; reference: string; party: string; text: string };

async function openLinesBy(ctx: Ctx, account: OurAccount, day: Day): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select l.statement_id as statement, l.day, l.amount, l.reference, l.party, l.text from bank_lines l
    where l.bank_account_id = ${account.id} and l.live and not l.matched and l.day <= ${day}::date order by l.day, l.id`.execute(
    ctx.db,
  );
  return rows;
}

type Balances = { ledger: bigint; opening: bigint | null; firstDay: Day | null; to: Day | null };

async function balancesBy(ctx: Ctx, account: OurAccount, day: Day): Promise<Balances> {
  const { rows } = await sql<Balances>`
    select (select coalesce(sum(debit - credit), 0)::bigint from daily_balances where bank_account_id = ${account.id}
        and day <= ${day}::date and branch_id = any(${[...ctx.scope]}::int[])) as ledger,
      s.opening, s.first_day as "firstDay", (select max(least(last_day, ${day}::date)) from bank_statements
        where bank_account_id = ${account.id} and status = 'READ' and first_day <= ${day}::date) as "to"
    from (select 1) one left join lateral (select opening, first_day from bank_statements
      where bank_account_id = ${account.id} and status = 'READ' order by place limit 1) s on true`.execute(ctx.db);
  return rows[0] ?? { ledger: 0n, opening: null, firstDay: null, to: null };
}

const isPosted = (kind: string): kind is PostedKind => POSTED.some((one) => one === kind);

type Worked = { account: OurAccount; to: Day | null; ledger: bigint; statement: bigint; rows: Row[] };

async function reconciled(ctx: Ctx, input: Input): Promise<Worked> {
  const account = await ourAccount(ctx, input.query.bank, { lock: false });
  await assertWhole(ctx, account);
  const day = dayOf(ctx, input);
  const { currency } = account;
  const { ledger, opening, firstDay, to } = await balancesBy(ctx, account, day);
  const lines = await openLinesBy(ctx, account, day);
  const { rows, before, statement } = reconciliationOf(await recordsBy(ctx, account, day), {
    ledger,
    opening: opening ?? 0n,
    // Without a statement everything in the books is unpresented.
    firstDay: firstDay ?? '',
    openLines: sum(lines.map(({ amount }) => amount)),
  });
  const total = (section: Reconciled, amount: bigint): Row => ({
    section,
    amount,
    currency,
    target: null,
    day: null,
    number: '',
    party: '',
    text: '',
  });
  const items = rows.map(({ record, amount }): Row => ({
    section: record.booked === 0n ? 'NOT_BOOKED' : 'UNPRESENTED',
    target: isPosted(record.kind) ? { kind: record.kind, id: record.id } : null,
    day: record.firstDay,
    number: record.number ?? (isPosted(record.kind) ? `#${record.id}` : ''),
    party: record.party ?? '',
    text: record.narration,
    currency,
    amount,
  }));
  const open = lines.map(({ statement: id, reference: number, ...line }): Row => ({
    ...line,
    section: 'NOT_BOOKED',
    target: { kind: 'statement', id },
    number,
    currency,
  }));
  const of = (section: Reconciled) => [...items, ...open].filter((row) => row.section === section);
  return {
    account,
    to,
    ledger,
    statement,
    rows: [
      total('LEDGER', ledger),
      ...of('UNPRESENTED'),
      ...of('NOT_BOOKED'),
      ...(before === 0n ? [] : [total('BEFORE', before)]),
      total('STATEMENT', statement),
    ],
  };
}

async function reply(ctx: Ctx, input: Input): Promise<Reply<typeof bankReconciliation>> {
  const { account, to, ledger, statement, rows } = await reconciled(ctx, input);
  return {
    as_at: dayOf(ctx, input),
    account: { id: account.id, name: account.name, currency: account.currency },
    statement_to: to,
    ledger: formatAmount(ledger, account.currency),
    statement: formatAmount(statement, account.currency),
    data: rows.map((row) => replyRow(reconciliationTable, row, ctx.firm.baseCurrency)),
  };
}

/** Ledger and statement of a bank account as at any day, with what lies between them. M9. */
export const reconciliation = report({
  endpoint: bankReconciliation,
  table: reconciliationTable,
  name: 'bank-reconciliation',
  title: 'Bank reconciliation',
  period: (ctx, input) => `As at ${writtenDay(dayOf(ctx, input))}`,
  reply,
  rows: async (ctx, input) => (await reconciled(ctx, input)).rows,
});
