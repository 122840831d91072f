import { type RawBuilder, sql } from 'kysely';
import type { Decoded, Reply } from '../../../../domain/endpoint.ts';
import {
  facultativeReportAll,
  facultativeReportAll2,
  facultativeReportItem,
  facultativeReportItem2,
} from '../../../../domain/reports/contract.ts';
import { type Day, writtenDay } from '../../../../domain/values/day.ts';
import { rowsOf } from '../../../platform/exports/snapshot.ts';
import { mapped } from '../../../platform/exports/table.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { type Condition, every, when } from '../../../platform/http/lists.ts';
import { accountsOf } from '../../firm/chart.ts';
import { HISTORY_INSURED, HISTORY_OF_NOTE } from '../../ledger/history.ts';
import { refOf } from '../refs.ts';
import { RECEIVABLE } from './aged.ts';
import { claimsAt } from './claims-owed.ts';
import { issuedBy } from './issued.ts';
import { openAt } from './open-items.ts';
import { isStillOpen, openFact, STILL_OPEN } from './open-only.ts';
import { openMoved } from './open-sums.ts';
import { firstShown, MOST } from '../first-rows.ts';
import { type Named, partyOf, whereOne } from './party.ts';
import { writtenBack } from './written-back.ts';
import { fact } from '../../../platform/exports/facts.ts';
import { report } from '../report.ts';
import { statementTable, statementTotals } from '../../../../domain/reports/tables.ts';
import { replyRow, type Values } from '../../../../domain/tables/table.ts';

type Account = { party: Named | null; day: Day; currency?: string | undefined; open?: 'only' | undefined };

type Row = Values<typeof statementTable>;
type Stored = Omit<Row, 'policy' | 'reinsured' | 'note'> & {
  policy_id: number | null;
  policy: string | null;
  reinsured_id: number;
  reinsured: string;
  note_id: number;
  number: string;
};

/** The notes of premium and returns that are a reinsured's own; claims and salvage are on accounts of their own. */
const ownOf = (ctx: Ctx, { party, day, currency }: Account): Condition =>
  every([
    issuedBy(ctx, day),
    sql`n.debit_note_id is null and n.purpose in ('PREMIUM', 'RETURN')`,
    when(party?.id, (id) => sql`n.party_id = ${id}`),
    when(currency, (code) => sql`n.currency = ${code}`),
  ]);

/** A note's amount as it is owed to us: a return is less than nothing. */
const SIGNED = sql`case when n.kind = 'DN' then n.amount else -n.amount end`;

/** What of a note `n` was open at the end of a day. */
const balanceOn = (day: Day): RawBuilder<unknown> => sql`(
  select coalesce(sum(o.outstanding + (select coalesce(sum(amount), 0) from settlements where item_id = o.id and day > ${day}::date)), 0)::bigint
  from open_items o where o.note_id = n.id and o.account = any(${accountsOf(...RECEIVABLE)}) and o.opened_on <= ${day}::date)`;

/**
 * All of them in their order, or the first: reinsured by reinsured and branch by branch they come off the index of a party's notes, and what of each is open is
 * looked up for those alone.
 */
function rowsQuery(ctx: Ctx, account: Account, most?: number): RawBuilder<Stored> {
  const { party, day, open } = account;
  const first = most === undefined ? sql`` : sql`limit ${most}`;
  return sql<Stored>`
    with ${open === 'only' ? sql`${openAt(ctx, { day, functions: RECEIVABLE, party: party?.id ?? null })}, ${STILL_OPEN},` : sql``} ${writtenBack(ctx, day)},
    shown as materialized (
      select n.id, r.id as reinsured_id, r.name as reinsured, r.name_key
      from parties r cross join unnest(${[...ctx.scope]}::int[]) as b (id) cross join lateral (
        select n.id, n.posted_on from notes n
        where n.party_id = r.id and n.branch_id = b.id and ${every([ownOf(ctx, account), isStillOpen(account)])}
        order by n.posted_on, n.id ${first}) n
      where r.kind = 'REINSURED' and r.merged_into is null ${party ? sql`and r.id = ${party.id}` : sql``}
      order by r.name_key, r.id, n.posted_on, n.id ${first})
    select p.id as policy_id, p.broker_reference as policy, s.reinsured_id, s.reinsured, coalesce(i.name, ${HISTORY_INSURED}) as insured, i.id as insured_id,
      coalesce(c.name, ct.name, h.class, '') as class, n.id as note_id, n.number, n.posted_on, n.due_on, n.currency, ${SIGNED} as amount,
      ${SIGNED} - b.balance - coalesce(w.amount, 0) as paid, coalesce(w.amount, 0) as uncollectable, b.balance
    from shown s join notes n on n.id = s.id cross join lateral (select ${balanceOn(day)} as balance offset 0) b left join written_back w on w.note_id = n.id
      left join policies p on p.id = n.policy_id left join parties i on i.id = p.current_insured_id ${HISTORY_OF_NOTE}
      left join cover_types ct on ct.id = p.cover_type_id left join cover_types c on c.id = ct.class_id
    order by s.name_key, s.reinsured_id, n.posted_on, n.id`;
}

/** What of notes and of cash is open, by currency: of all notes it is in the sums that are kept. */
const keptOf = (ctx: Ctx, { party, day }: Account): RawBuilder<unknown> => sql`
  ${openMoved(ctx, { day, functions: RECEIVABLE })},
  kept as (
    select m.currency, coalesce(sum(m.amount) filter (where a.function = 'PREMIUM_RECEIVABLE'), 0) as balance,
      coalesce(-sum(m.amount) filter (where a.function = 'UNALLOCATED_CASH'), 0) as unallocated
    from moved m join ledger_accounts a on a.code = m.account ${party ? sql`where m.party_id = ${party.id}` : sql``} group by 1)`;

async function totalsOf(ctx: Ctx, account: Account): Promise<Values<typeof statementTotals>[]> {
  const { party, day, currency, open } = account;
  const functions = [...(open === 'only' ? RECEIVABLE : []), 'CLAIMS_PAYABLE'] as const;
  // Those that are not void are added up from an index alone.
  const noted = every([ownOf(ctx, account), isStillOpen(account)]);
  const { rows } = await sql<Values<typeof statementTotals>>`
    with ${openAt(ctx, { day, functions, party: party?.id ?? null })}, ${open === 'only' ? sql`${STILL_OPEN},` : sql``} ${claimsAt(ctx, day)}, ${writtenBack(ctx, day)}, ${keptOf(ctx, account)},
    parts as (
      select n.currency, sum(${SIGNED}) as amount, 0 as uncollectable, 0 as balance, 0 as unallocated, 0 as claims, 0 as to_come, true as noted
      from notes n where n.status = 'ISSUED' and ${noted} group by 1
      union all
      select n.currency, sum(${SIGNED}), 0, 0, 0, 0, 0, true
      from notes n where n.status = 'VOID' and ${noted} group by 1
      union all
      select n.currency, 0, sum(w.amount), 0, 0, 0, 0, false
      from written_back w join notes n on n.id = w.note_id where ${noted} group by 1
      union all
      select currency, 0, 0, balance, unallocated, 0, 0, false from kept
      union all
      select currency, 0, 0, 0, 0, -open, 0, false from open_at where function = 'CLAIMS_PAYABLE' and part_id is null
      union all
      select currency, 0, 0, 0, 0, collected, to_come, false from claims_at)
    select currency, sum(amount)::bigint as amount, sum(amount - balance - uncollectable)::bigint as paid,
      sum(uncollectable)::bigint as uncollectable, sum(balance)::bigint as balance, sum(unallocated)::bigint as unallocated, sum(claims)::bigint as claims, sum(to_come)::bigint as to_come
    from parts ${currency === undefined ? sql`` : sql`where currency = ${currency}`} group by currency
    having bool_or(noted) or sum(unallocated) <> 0 or sum(claims) <> 0 or sum(to_come) <> 0 order by currency`.execute(
    ctx.db,
  );
  return rows;
}

const rowOf = ({ policy_id, reinsured_id, note_id, number, ...row }: Stored): Row => ({
  ...row,
  policy: refOf(policy_id, row.policy),
  reinsured: { id: reinsured_id, name: row.reinsured },
  note: { id: note_id, number },
});

async function answer(ctx: Ctx, account: Account): Promise<Reply<typeof facultativeReportItem>> {
  const base = ctx.firm.baseCurrency;
  const { rows } = await rowsQuery(ctx, account, MOST + 1).execute(ctx.db);
  const totals = await totalsOf(ctx, account);
  return {
    as_at: account.day,
    party: account.party,
    ...(await firstShown(ctx, rows, { table: statementTable, rowOf })),
    totals: totals.map((total) => replyRow(statementTotals, total, base)),
  };
}

type Days = { query: { asat?: Day | undefined; open?: 'only' | undefined } };
const dayOf = (ctx: Ctx, { query }: Days): Day => query.asat ?? ctx.today;
const PAPER = {
  table: statementTable,
  name: 'statement',
  title: 'Statement of account',
  period: (ctx: Ctx, input: Days) => `As at ${writtenDay(dayOf(ctx, input))}`,
};
const rowsOn = (ctx: Ctx, account: Account) => mapped(rowsOf(ctx.db, rowsQuery(ctx, account)), rowOf);
const ALL = 'All reinsureds';

function statementBy(endpoint: typeof facultativeReportItem | typeof facultativeReportItem2) {
  const accountOf = async (ctx: Ctx, input: Decoded<typeof facultativeReportItem>): Promise<Account> => ({
    party: await partyOf(ctx, input.query.param, 'REINSURED'),
    day: dayOf(ctx, input),
    currency: input.query.currency,
    open: input.query.open,
  });
  return report({
    ...PAPER,
    endpoint,
    facts: async (ctx, input) => [
      fact('Account of', (await accountOf(ctx, input)).party?.name ?? ALL),
      openFact(input.query),
    ],
    saidAbove: ({ param }) => whereOne(param, 'reinsured'),
    reply: async (ctx, input) => answer(ctx, await accountOf(ctx, input)),
    rows: async (ctx, input) => rowsOn(ctx, await accountOf(ctx, input)),
  });
}

function statementsBy(endpoint: typeof facultativeReportAll | typeof facultativeReportAll2) {
  const accountOf = (ctx: Ctx, input: Days): Account => ({
    party: null,
    day: dayOf(ctx, input),
    open: input.query.open,
  });
  return report({
    ...PAPER,
    endpoint,
    facts: (_ctx, { query }) => [fact('Account of', ALL), openFact(query)],
    reply: (ctx, input) => answer(ctx, accountOf(ctx, input)),
    rows: (ctx, input) => rowsOn(ctx, accountOf(ctx, input)),
  });
}

/** One reinsured (or ALL) with its notes: amount, paid as at a day, balance; totals with unallocated cash and claims apart. §7, M12. */
export const statement = statementBy(facultativeReportItem);
/** The same under its other path. */
export const receivableStatement = statementBy(facultativeReportItem2);
/** All reinsureds with their notes, under either path. */
export const allStatements = statementsBy(facultativeReportAll);
export const allReceivableStatements = statementsBy(facultativeReportAll2);
