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

type Part = 'ledger' | 'first' | 'last' | 'record' | 'line';
/** What a part does not say is null. */
type PartRow = MovedBy & {
  part: Part;
  kind: string;
  id: number;
  number: string | null;
  party: string | null;
  narration: string;
};

/**
 * All that the account says by a day, read by one statement so that no booking comes in between: its balance in the ledger, where
 * its statements begin and end, what each record moved in the books and by the lines that it is matched with, and lines that
 * nothing is matched with.
 */
async function partsBy(ctx: Ctx, account: OurAccount, day: Day): Promise<PartRow[]> {
  const { id } = account;
  const inBranches = sql`branch_id = any(${[...ctx.scope]}::int[])`;
  const { rows } = await sql<PartRow>`
    with booked as (
      select e.source_kind as kind, e.source_id as id, sum(l.amount)::bigint as amount, min(l.day) as first_day, min(e.narration) as narration
      from journal_lines l join journal_entries e on e.id = l.entry_id
      where l.bank_account_id = ${id} and l.day <= ${day}::date and l.${inBranches}
      group by 1, 2),
    presented as (
      select case when m.receipt_id is null then 'voucher' else 'receipt' end as kind, coalesce(m.receipt_id, m.voucher_id) as id,
        sum(b.amount)::bigint as amount, min(b.day) as first_day, min(b.text) as narration
      from bank_matches m join bank_lines b on b.id = m.line_id
      where m.bank_account_id = ${id} and m.live and b.live and b.day <= ${day}::date and m.${inBranches}
      group by 1, 2),
    moved as (
      select kind, id, coalesce(k.amount, 0)::bigint as booked, coalesce(p.amount, 0)::bigint as presented,
        least(k.first_day, p.first_day) as first_day, coalesce(k.narration, p.narration) as narration
      from booked k full join presented p using (kind, id))
    select 'ledger' as part, '' as kind, 0 as id, null as number, null as party, '' as narration,
      coalesce(sum(debit - credit), 0)::bigint as booked, 0::bigint as presented, ${day}::date as "firstDay"
    from daily_balances where bank_account_id = ${id} and day <= ${day}::date and ${inBranches}
    union all (
      select 'first', '', s.id, null, null, '', 0, s.opening, s.first_day from bank_statements s
      where s.bank_account_id = ${id} and s.status = 'READ' order by s.place limit 1)
    union all (
      select 'last', '', s.id, null, null, '', 0, 0, least(s.last_day, ${day}::date) from bank_statements s
      where s.bank_account_id = ${id} and s.status = 'READ' and s.first_day <= ${day}::date order by s.place desc limit 1)
    union all
      select 'record', g.kind, g.id, coalesce(r.number, v.number), y.name, g.narration, g.booked, g.presented, g.first_day
      from moved g
      left join receipts r on g.kind = 'receipt' and r.id = g.id
      left join vouchers v on g.kind = 'voucher' and v.id = g.id
      left join parties y on y.id = coalesce(r.payer_id, v.payee_id)
      where g.booked <> g.presented
    union all
      select 'line', '', l.statement_id, l.reference, l.party, l.text, 0, l.amount, l.day
      from bank_lines l where l.bank_account_id = ${id} and l.live and not l.matched and l.day <= ${day}::date
    order by "firstDay", kind, id`.execute(ctx.db);
  return rows;
}

const isPosted = (kind: string): kind is PostedKind => POSTED.some((one) => one === kind);

type Worked = { account: OurAccount; to: Day | null; ledger: bigint; statement: bigint; rows: Row[] };

async function reconciled(ctx: Ctx, input: Input): Promise<Worked> {
  const account = await ourAccount(ctx, input.query.bank, { lock: false });
  await assertWhole(ctx, account);
  const day = dayOf(ctx, input);
  const { currency } = account;
  const parts = Map.groupBy(await partsBy(ctx, account, day), ({ part }) => part);
  const of = (part: Part) => parts.get(part) ?? [];
  const ledger = sum(of('ledger').map(({ booked }) => booked));
  const [first] = of('first');
  const lines = of('line');
  const { rows, before, statement } = reconciliationOf(of('record'), {
    ledger,
    opening: first?.presented ?? 0n,
    // Without a statement everything in the books is unpresented.
    firstDay: first?.firstDay ?? '',
    openLines: sum(lines.map(({ presented }) => presented)),
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
  const open = lines.map((line): Row => ({
    section: 'NOT_BOOKED',
    target: { kind: 'statement', id: line.id },
    day: line.firstDay,
    number: line.number ?? '',
    party: line.party ?? '',
    text: line.narration,
    currency,
    amount: line.presented,
  }));
  const within = (section: Reconciled) => [...items, ...open].filter((row) => row.section === section);
  return {
    account,
    to: of('last')[0]?.firstDay ?? null,
    ledger,
    statement,
    rows: [
      total('LEDGER', ledger),
      ...within('UNPRESENTED'),
      ...within('NOT_BOOKED'),
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
