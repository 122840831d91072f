import { sql, type RawBuilder } from 'kysely';
import { type BETWEEN, type Reconciled, reconciliationOf } from '../../../../domain/banks/reconciliation.ts';
import type { Decoded, Reply } from '../../../../domain/endpoint.ts';
import { AppError, firstOf } from '../../../../domain/errors.ts';
import { POSTED, type PostedKind } from '../../../../domain/records/kinds.ts';
import {
  bankReconciliation,
  reconciliationParts,
  reconciliationTable,
} from '../../../../domain/reports/bank-reconciliation.ts';
import { replyRow, type Sortable, type Values } from '../../../../domain/tables/table.ts';
import { type Day, writtenDay } from '../../../../domain/values/day.ts';
import { formatAmount } from '../../../../domain/values/money.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { countOf, every, when } from '../../../platform/http/lists.ts';
import { ourAccount, type OurAccount, statementAccounts } from '../../banks/accounts.ts';
import { idMatched, kindMatched } from '../../line-matches.ts';
import { anyContains } from '../../../platform/http/folded.ts';
import { reportPage, type ReportQuery, reportRows } from '../paging.ts';
import { report } from '../report.ts';
import { eitherId } from '../../../platform/db/either-id.ts';

type Input = Decoded<typeof bankReconciliation>;
type Query = Input['query'];
type Row = Values<typeof reconciliationTable>;
const dayOf = (ctx: Ctx, { asat = ctx.today }: Query): Day => asat;

/** Branches whose money lies on an account, too, and that the caller does not see. */
async function unseenOn(ctx: Ctx, account: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select b.name from branches_of_bank(${account}) k (id) join branches b on b.id = k.id
    where k.id <> all(${[...ctx.scope]}::int[]) order by b.name`.execute(ctx.db);
  return rows.map(({ name }) => name);
}

/** The first account that the caller sees the whole of; the first of all where there is none. Throws NOT_FOUND. */
async function firstWhole(ctx: Ctx): Promise<number> {
  const accounts = await statementAccounts(ctx);
  for (const { id } of accounts) if ((await unseenOn(ctx, id)).length === 0) return id;
  return firstOf(accounts).id;
}

/** An account that several branches keep is reconciled for all of them together. */
async function wholeAccount(ctx: Ctx, { bank }: Query): Promise<OurAccount> {
  const account = await ourAccount(ctx, bank ?? (await firstWhole(ctx)), { lock: false });
  const unseen = await unseenOn(ctx, account.id);
  if (unseen.length > 0) throw new AppError('NOT_WHOLE', { branches: unseen.join(', ') });
  return account;
}

/** An item: a record by its kind, or a line of a statement. */
type Stored = {
  /** Names it among all items. */
  id: bigint;
  section: (typeof BETWEEN)[number];
  kind: string;
  record: number;
  statement: number | null;
  day: Day;
  number: string | null;
  party: string | null;
  party_id: number | null;
  words: string;
  amount: bigint;
};
/** Sums over all items, with the account's balance in the ledger and where its statements begin and end. */
type Sums = {
  ledger: bigint;
  opening: bigint;
  statement_to: Day | null;
  booked_before: bigint;
  unpresented_items: bigint;
  unpresented: bigint;
  not_booked_items: bigint;
  not_booked: bigint;
};
const SUMS = sql.join(
  [
    'ledger',
    'opening',
    'statement_to',
    'booked_before',
    'unpresented_items',
    'unpresented',
    'not_booked_items',
    'not_booked',
  ].map((name) => sql`(select ${sql.ref(name)} from at) as ${sql.ref(name)}`),
);

const SORTS = { section: 'part', day: 'day', amount: 'amount' } satisfies Record<
  Sortable<typeof reconciliationTable>,
  string
>;

/**
 * What the account says by a day: what each record moved in the books and by the lines that it is matched with, as far as the two
 * differ, lines that nothing is matched with (`items`), and sums over all of them (`at`). What was booked before the first statement
 * and never matched is no item; by a day before it, or without a statement, there is no such.
 */
function itemsBy(ctx: Ctx, account: OurAccount, day: Day): RawBuilder<unknown> {
  const { id } = account;
  const inBranches = sql`branch_id = any(${[...ctx.scope]}::int[])`;
  const read = sql`bank_statements s where s.bank_account_id = ${id} and s.status = 'READ'`;
  const sumOf = (section: Stored['section'], name: string) => sql`
    count(*) filter (where section = ${section}) as ${sql.ref(`${name}_items`)},
    coalesce(sum(amount) filter (where section = ${section}), 0)::bigint as ${sql.ref(name)}`;
  return sql`
    booked as (
      select e.source_kind as kind, e.source_id as id, sum(l.amount)::bigint as amount, min(l.day) as first_day, min(l.entry_id) as entry
      from journal_lines l join journal_entries e on e.id = l.entry_id
      where l.bank_account_id = ${id} and l.day <= ${day}::date and l.${inBranches}
      group by 1, 2),
    presented as (
      select ${kindMatched('m')} as kind, ${idMatched('m')} as id,
        sum(m.amount)::bigint as amount, min(b.day) as first_day, min(b.text) as narration
      from bank_matches m join bank_lines b on b.id = m.line_id
      where m.bank_account_id = ${id} and m.live and b.live and b.day <= ${day}::date and m.${inBranches}
      group by 1, 2),
    first_read as (select s.opening, s.first_day from ${read} and s.first_day <= ${day}::date order by s.place limit 1),
    moved as (
      select kind, id, coalesce(k.amount, 0)::bigint as booked, coalesce(p.amount, 0)::bigint as presented,
        least(k.first_day, p.first_day) as first_day, k.entry, p.narration
      from booked k full join presented p using (kind, id)
      where coalesce(k.amount, 0) <> coalesce(p.amount, 0)),
    differing as (
      select m.*, m.presented = 0 and coalesce(m.first_day < (select first_day from first_read), false) as before from moved m),
    items as (
      select entry::bigint * 5 + 1 as id, 1 as part, 'UNPRESENTED' as section, kind, id as record, null::int as statement, first_day as day,
        null::text as reference, null::text as payer, entry, null::text as text, presented - booked as amount
      from differing where not before and booked <> 0
      union all
      select id::bigint * 5 + case kind when 'receipt' then 2 when 'voucher' then 3 else 4 end, 2, 'NOT_BOOKED', kind, id, null, first_day, null, null, entry, narration, presented
      from differing where not before and booked = 0
      union all
      select l.id::bigint * 5, 2, 'NOT_BOOKED', '', l.id, l.statement_id, l.day, l.reference, l.party, null, l.text, l.amount
      from bank_lines l where l.bank_account_id = ${id} and l.live and not l.matched and l.day <= ${day}::date),
    at as (
      select ${sumOf('NOT_BOOKED', 'not_booked')}, ${sumOf('UNPRESENTED', 'unpresented')},
        (select coalesce(sum(debit - credit), 0)::bigint from daily_balances where bank_account_id = ${id} and day <= ${day}::date and ${inBranches}) as ledger,
        coalesce((select opening from first_read), 0)::bigint as opening,
        (select coalesce(sum(booked), 0)::bigint from differing where before) as booked_before,
        (select least(s.last_day, ${day}::date) from ${read} and s.first_day <= ${day}::date order by s.place desc limit 1) as statement_to
      from items)`;
}

/** Items with the number and the party of their records, and the words of the first entry: read for those that are shown, unless they are searched. */
const named = (items: RawBuilder<unknown>) => sql`
  select i.id as shown_of, coalesce(r.number, v.number, j.number, i.reference) as number, coalesce(y.name, i.payer) as party, y.id as party_id,
    coalesce(e.narration, i.text) as words
  from ${items} i
  left join receipts r on i.kind = 'receipt' and r.id = i.record left join vouchers v on i.kind = 'voucher' and v.id = i.record
  left join adjustments j on i.kind = 'adjustment' and j.id = i.record
  left join parties y on y.id = ${eitherId('r.payer_id', 'v.payee_id')} left join journal_entries e on e.id = i.entry`;

function reportOf(ctx: Ctx, account: OurAccount, query: Query): ReportQuery {
  const search = anyContains(['n.number', 'n.party', 'n.words'], query.searchValue);
  const conditions = every([search ?? undefined, when(query.section, (section) => sql`i.section = ${section}`)]);
  return {
    ctes: sql`${itemsBy(ctx, account, dayOf(ctx, query))},
      found as (
        select i.* from items i ${search ? sql`join (${named(sql`items`)}) n on n.shown_of = i.id` : sql``}
        ${conditions ? sql`where ${conditions}` : sql``})`,
    sorts: SORTS,
    defaultSort: 'section,asc',
    key: ['day', 'id'],
    sums: SUMS,
    total: search || query.section ? sql`(select count(*) from items)` : undefined,
    shown: named,
  };
}

const isPosted = (kind: string): kind is PostedKind => POSTED.some((one) => one === kind);

function targetOf({ kind, record, statement }: Stored): Row['target'] {
  if (statement !== null) return { kind: 'statement', id: statement };
  return isPosted(kind) ? { kind, id: record } : null;
}

const rowOf = (stored: Stored, { currency }: OurAccount): Row => ({
  item: countOf(stored.id),
  section: stored.section,
  target: targetOf(stored),
  day: stored.day,
  number: stored.number ?? (isPosted(stored.kind) ? `#${stored.record}` : ''),
  party: stored.party ?? '',
  party_id: stored.party_id,
  text: stored.words,
  currency,
  amount: stored.amount,
});

const partsOf = (sums: Sums) =>
  reconciliationOf({
    ledger: sums.ledger,
    opening: sums.opening,
    bookedBefore: sums.booked_before,
    unpresented: { items: countOf(sums.unpresented_items), amount: sums.unpresented },
    notBooked: { items: countOf(sums.not_booked_items), amount: sums.not_booked },
  });

async function reply(ctx: Ctx, { query }: Input): Promise<Reply<typeof bankReconciliation>> {
  const account = await wholeAccount(ctx, query);
  const { page, sums } = await reportPage<Stored, Sums>(ctx, reportOf(ctx, account, query), query);
  const { parts, statement } = partsOf(sums);
  const { currency } = account;
  const base = ctx.firm.baseCurrency;
  return {
    ...page,
    data: page.data.map((row) => replyRow(reconciliationTable, rowOf(row, account), base)),
    as_at: dayOf(ctx, query),
    account: { id: account.id, name: account.name, currency },
    statement_to: sums.statement_to,
    ledger: formatAmount(sums.ledger, currency),
    statement: formatAmount(statement, currency),
    parts: parts.map((part) => replyRow(reconciliationParts, { ...part, currency }, base)),
  };
}

/** All rows for a file: the balances with the items between them; the items alone where some of them are wanted. */
async function* rowsOf(ctx: Ctx, { query }: Input): AsyncGenerator<Row> {
  const account = await wholeAccount(ctx, query);
  const some = query.section !== undefined || (query.searchValue ?? '') !== '';
  const balance = (section: Reconciled, amount: bigint): Row => ({
    item: 0,
    section,
    target: null,
    day: null,
    number: '',
    party: '',
    party_id: null,
    text: '',
    currency: account.currency,
    amount,
  });
  const { rows } = await sql<Sums>`with ${itemsBy(ctx, account, dayOf(ctx, query))} select ${SUMS}`.execute(ctx.db);
  const balances = some ? [] : partsOf(firstOf(rows)).parts.filter(({ items }) => items === 0);
  const [ledger, ...others] = balances.map(({ section, amount }) => balance(section, amount));
  if (ledger) yield ledger;
  for await (const item of reportRows<Stored>(ctx, reportOf(ctx, account, query), query)) yield rowOf(item, account);
  yield* others;
}

/** Ledger and statement of a bank account as at any day, with what lies between them. M9. */
export const reconciliation = report({
  endpoint: bankReconciliation,
  table: reconciliationTable,
  name: 'bank-reconciliation',
  title: 'Bank reconciliation',
  period: (ctx, { query }) => `As at ${writtenDay(dayOf(ctx, query))}`,
  reply,
  rows: rowsOf,
});
