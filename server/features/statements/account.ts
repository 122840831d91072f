import { type RawBuilder, sql } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import type { AccountFunction } from '../../../domain/ledger/accounts.ts';
import {
  ACCOUNT_ITEMS,
  type AccountFigure,
  type AccountItemKind,
  FIGURE_OF,
  type Side,
  SIDE_LABELS,
} from '../../../domain/statements/account.ts';
import { statementAccounts } from '../../../domain/statements/contract.ts';
import {
  type accountItemTable,
  accountTable,
  accountTotals,
  MOST_ACCOUNTS,
} from '../../../domain/statements/tables.ts';
import { sumsByCurrency } from '../../../domain/tables/sums.ts';
import { replyRow, type Values } from '../../../domain/tables/table.ts';
import { type Day, writtenDay } from '../../../domain/values/day.ts';
import { fact } from '../../platform/exports/facts.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { searchKey } from '../../platform/http/lists.ts';
import { addressesOf } from '../documents/addresses.ts';
import { HISTORY_INSURED, HISTORY_OF_NOTE } from '../ledger/history.ts';
import { partsReleasedAt } from '../ledger/parts-released.ts';
import { contains } from '../registers/page.ts';
import { claimsAt } from '../reports/money/claims-owed.ts';
import { openAt } from '../reports/money/open-items.ts';
import { openMoved } from '../reports/money/open-sums.ts';
import { isMoved, type Moved, releasedBy } from '../reports/money/released-then.ts';
import { type CurrencyTotal, type Found, rowsApart } from '../reports/paging.ts';
import { refOf } from '../reports/refs.ts';
import { report } from '../reports/report.ts';
import { eitherId } from '../../platform/db/either-id.ts';

const OF_CLAIMS = ['CLAIMS_RECOVERABLE', 'CLAIMS_PAYABLE'] as const satisfies readonly AccountFunction[];
const OF_PREMIUM = [
  'PREMIUM_RECEIVABLE',
  'PREMIUM_PAYABLE',
  'UNALLOCATED_CASH',
] as const satisfies readonly AccountFunction[];
/** All that is open between a party and us on clients' accounts. */
const OF_PARTIES = [...OF_PREMIUM, ...OF_CLAIMS] as const;

/** Of one party, or of all on a side. */
type Account = { day: Day; functions?: readonly AccountFunction[] } & ({ party: number } | { side: Side });

/**
 * Common table expressions that end in `account_at`: items of accounts at the end of a day with what each is for, due to us
 * above nothing. A claim counts as far as it is collected; what is not lies apart in `to_come`. M12.
 */
export function accountAt(ctx: Ctx, { day, functions = OF_PARTIES, ...whose }: Account): RawBuilder<unknown> {
  const together = 'side' in whose;
  const asked = together ? sql`o.party_id in (select id from parties where kind = ${whose.side})` : sql`true`;
  return sql`
  ${openAt(ctx, { day, functions, party: together ? null : whose.party })}, ${claimsAt(ctx, day, { together, asked })},
  account_at as (
    select c.party_id, c.currency, 'CLAIM' as kind, c.claim_note_id as note_id, null::int as receipt_id, c.opened_on, c.due_on,
      -c.collected as amount, -c.collected as open, c.to_come
    from claims_at c
    union all
    select o.party_id, o.currency,
      case when o.function = 'UNALLOCATED_CASH' then 'UNALLOCATED' when x.id is not null then 'SALVAGE' else coalesce(n.purpose, 'PREMIUM') end,
      coalesce(o.note_id, x.debit_note_id), o.receipt_id, o.opened_on, o.due_on, o.amount, o.open, 0
    from open_at o
      -- Each looked up by its key (offset 0): the planner thinks that they are all that there are, and would read all notes.
      left join lateral (select purpose from notes where id = o.note_id offset 0) n on true
      left join lateral (select id, debit_note_id from note_parts where id = o.part_id offset 0) x on true
    where o.open <> 0 and (o.function <> 'CLAIMS_PAYABLE' or o.part_id is null) and ${asked})`;
}

export type OpenItem = Values<typeof accountItemTable>;

/** What is open on a party's account at the end of a day, oldest first. M12. */
export async function accountItems(ctx: Ctx, { party, day }: { party: number; day: Day }): Promise<OpenItem[]> {
  const { rows } = await sql<OpenItem & { kind: AccountItemKind }>`
    with ${accountAt(ctx, { day, party })}
    select a.kind, a.currency, a.opened_on, a.due_on, a.amount, a.amount - a.open as settled, a.open, a.to_come,
      case when a.kind = 'CLAIM' and n.party_id <> a.party_id then c.number else coalesce(n.number, v.number, '') end as document,
      coalesce(p.broker_reference, '') as policy, coalesce(i.name, ${HISTORY_INSURED}) as insured
    from account_at a left join notes n on n.id = a.note_id left join receipts v on v.id = a.receipt_id
      left join claims c on c.id = n.claim_id left join policies p on p.id = ${eitherId('n.policy_id', 'c.policy_id')}
      left join parties i on i.id = p.current_insured_id ${HISTORY_OF_NOTE}
    where a.open <> 0 or a.to_come <> 0
    order by a.currency, a.opened_on, document, a.due_on`.execute(ctx.db);
  return rows;
}

type OfDay = { party: number; day: Day };

/** Of notes that moved since the day the parts as they were then, those that were added since left out: of all others what is kept now is what there was. */
const movedParts = ({ party }: OfDay, { earlier, day }: Moved) => ({
  ctes: sql`, ${partsReleasedAt(sql`select unnest(${[...earlier]}::int[])`, day)}`,
  unmoved: sql`and p.debit_note_id <> all(${[...earlier]}::int[])`,
  moved: sql`
      union all
      select t.lead, p.credit_note_id, p.currency, t.own, t.released from parts_released t join note_parts p on p.id = t.id
      where p.party_id = ${party} and p.kind = 'SECURITY' and (p.credit_note_id in (select id from own)) is true`,
});
const UNMOVED: ReturnType<typeof movedParts> = { ctes: sql``, unmoved: sql``, moved: sql`` };

/**
 * Common table expressions that end in `awaited`: what of the premium that a security is owed waits for its reinsureds at the end
 * of a day, by credit note. Its parts as they were then, less what the money that had come in released of them; no more than is owed of the note, of
 * which more may have been paid than was released. M0.
 */
async function awaitedAt(ctx: Ctx, of: OfDay): Promise<RawBuilder<unknown>> {
  const { party, day } = of;
  const since = await releasedBy(ctx, { day, party, asked: true });
  const { ctes, unmoved, moved } = isMoved(since) ? movedParts(of, since) : UNMOVED;
  return sql`
    ${openAt(ctx, { day, functions: ['PREMIUM_PAYABLE'], party })},
    -- Credit notes: what we owe is below nothing. Items of one note are all debits or all credits.
    own as materialized (select o.note_id as id, -sum(o.open) as open from open_at o where o.open < 0 group by 1)${ctes},
    released as (
      select p.debit_note_id as lead, p.credit_note_id, p.currency, p.effective - p.certified as own, p.released
      -- As an array, whose parts are looked up in their order.
      from note_parts p where p.credit_note_id = any(array(select id from own)) and p.party_id = ${party} and p.kind = 'SECURITY' ${unmoved} ${moved}),
    awaited as materialized (
      select x.credit_note_id as id, min(x.lead) as lead, x.currency, least(sum(x.own - x.released), min(o.open))::bigint as amount
      from released x join own o on o.id = x.credit_note_id where x.own > x.released group by x.credit_note_id, x.currency)`;
}

/** The same by currency. */
export async function awaitingOf(ctx: Ctx, of: OfDay): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql<{ currency: string; awaiting: bigint }>`
    with ${await awaitedAt(ctx, of)}
    select currency, sum(amount)::bigint as awaiting from awaited group by 1`.execute(ctx.db);
  return new Map(rows.map((row) => [row.currency, row.awaiting]));
}

type Awaiting = {
  document: string;
  note_id: number;
  policy: { id: number; name: string } | null;
  insured_id: number | null;
  insured: string;
  reinsured_id: number;
  reinsured: string;
  currency: string;
  amount: bigint;
};

/** The same by credit note, those of nothing left out: all, or the first of them; and what all of them come to by currency. */
export async function awaitingNotes(
  ctx: Ctx,
  of: OfDay,
  most?: number,
): Promise<{ rows: Awaiting[]; totals: CurrencyTotal[] }> {
  const { rows } = await sql<
    Found<Omit<Awaiting, 'policy'> & { id: number; policy_id: number | null; policy: string | null }>
  >`
    with ${await awaitedAt(ctx, of)},
    shown as (select * from awaited order by id ${most === undefined ? sql`` : sql`limit ${most}`})
    select n.id, n.number as document, n.id as note_id, p.id as policy_id, p.broker_reference as policy, i.id as insured_id, coalesce(i.name, ${HISTORY_INSURED}) as insured,
      r.id as reinsured_id, r.name as reinsured, s.currency, s.amount
    from shown s join notes n on n.id = s.id join notes d on d.id = s.lead join parties r on r.id = d.party_id
      left join policies p on p.id = n.policy_id left join parties i on i.id = p.current_insured_id ${HISTORY_OF_NOTE}
    union all
    select null, null, null, null, null, null, null, null, null, currency, sum(amount)::bigint from awaited group by currency
    order by id, currency`.execute(ctx.db);
  const { rows: found, totals } = rowsApart(rows);
  return {
    rows: found.map(({ id: _id, policy_id, policy, ...row }) => ({ ...row, policy: refOf(policy_id, policy) })),
    totals,
  };
}

type Row = Omit<Values<typeof accountTable>, 'party' | 'addressed'> & { party_id: number; name: string };

const figure = (name: AccountFigure) => {
  const kinds = ACCOUNT_ITEMS.filter((kind) => FIGURE_OF[kind] === name);
  return sql`coalesce(sum(a.open) filter (where a.kind = any(${kinds}::text[])), 0)::bigint as ${sql.ref(name)}`;
};

type Accounts = { side: Side; day: Day; search?: string | undefined };

/**
 * After `moved`, `premium_at`: what the sums that are kept say of premium, returns and cash, by party and currency, as `account_at` has it. A note that
 * adds to what is owed on its account is for premium, one that takes off it for a return: no item need be read.
 */
const premiumAt = sql`
  premium_at as (
    select m.party_id, m.currency, case when a.function = 'UNALLOCATED_CASH' then 'UNALLOCATED'
        when (a.function = 'PREMIUM_RECEIVABLE') = m.debit then 'PREMIUM' else 'RETURN' end as kind, sum(m.amount)::bigint as open, 0::bigint as to_come
    from moved m join ledger_accounts a on a.code = m.account group by 1, 2, 3)`;

/**
 * What the accounts of a side come to at the end of a day, by party and currency, of all or of those whose names match; those of
 * nothing are left out. Of claims, which are few, item by item. M12.
 */
export async function accountsOf(ctx: Ctx, { side, day, search = '' }: Accounts): Promise<Row[]> {
  const key = searchKey(search);
  const { rows } = await sql<Row>`
    with ${openMoved(ctx, { day, functions: OF_PREMIUM })}, ${premiumAt}, ${accountAt(ctx, { day, side, functions: OF_CLAIMS })}
    select p.id as party_id, p.name, a.currency, ${figure('premium')}, ${figure('returns')}, ${figure('claims')}, ${figure('unallocated')},
      sum(a.open)::bigint as balance,
      sum(a.to_come)::bigint as to_come
    from (
      select party_id, currency, kind, open, to_come from premium_at
      union all select party_id, currency, kind, open, to_come from account_at) a join parties p on p.id = a.party_id and p.kind = ${side}
    where ${key === '' ? sql`true` : contains(sql`p.search_text`, key)}
    group by p.id, p.name, p.name_key, a.currency having bool_or(a.open <> 0 or a.to_come <> 0)
    order by p.name_key, p.id, a.currency`.execute(ctx.db);
  return rows;
}

async function accountRows(ctx: Ctx, of: Accounts): Promise<Values<typeof accountTable>[]> {
  const rows = await accountsOf(ctx, of);
  const parties = [...new Set(rows.map((row) => row.party_id))];
  const known = new Set(
    (await addressesOf(ctx, 'statement', sql`select unnest(${parties}::int[])`)).map(({ id }) => id),
  );
  return rows.map(({ party_id: id, name, ...row }) => ({ ...row, party: { id, name }, addressed: known.has(id) }));
}

/** So many who have no address are named. */
const NAMED = 20;

type Query = Decoded<typeof statementAccounts>['query'];
const dayOf = (ctx: Ctx, { asat }: Query): Day => asat ?? ctx.today;
const accountsIn = (ctx: Ctx, query: Query): Accounts => ({
  side: query.side,
  day: dayOf(ctx, query),
  search: query.searchValue,
});

/** Whose statements may be made: all of a side with something open as at a day. M12. */
export const accounts = report({
  endpoint: statementAccounts,
  table: accountTable,
  name: ({ side }) => (side === 'REINSURED' ? 'reinsured-accounts' : 'security-accounts'),
  title: 'Statements',
  period: (ctx, { query }) => `As at ${writtenDay(dayOf(ctx, query))}`,
  facts: (_ctx, { query }) => [fact('Accounts of', SIDE_LABELS[query.side])],
  reply: async (ctx, { query }): Promise<Reply<typeof statementAccounts>> => {
    const rows = await accountRows(ctx, accountsIn(ctx, query));
    const base = ctx.firm.baseCurrency;
    const parties = [...new Map(rows.map((row) => [row.party.id, row])).values()];
    const unaddressed = parties.filter((row) => !row.addressed).map((row) => row.party.name);
    return {
      as_at: dayOf(ctx, query),
      data: rows.slice(0, MOST_ACCOUNTS).map((row) => replyRow(accountTable, row, base)),
      totals: sumsByCurrency(accountTotals, rows).map((row) => replyRow(accountTotals, row, base)),
      parties: parties.length,
      unaddressed: { count: unaddressed.length, names: unaddressed.slice(0, NAMED) },
      ...(rows.length > MOST_ACCOUNTS && { more: true }),
    };
  },
  rows: (ctx, { query }) => accountRows(ctx, accountsIn(ctx, query)),
});
