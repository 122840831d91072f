import { type RawBuilder, sql } from 'kysely';
import type { Decoded, Reply } from '../../../../domain/endpoint.ts';
import {
  facultativeReportAll,
  facultativeReportAll2,
  facultativeReportItem,
  facultativeReportItem2,
} from '../../../../domain/reports/contract.ts';
import type { AT_CLOSING } from '../../../../domain/reports/closing-rates.ts';
import { writtenDay } from '../../../../domain/values/day.ts';
import { rowsOf } from '../../../platform/exports/snapshot.ts';
import { mapped } from '../../../platform/exports/table.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { type Condition, every, when } from '../../../platform/http/lists.ts';
import { HISTORY_INSURED, HISTORY_OF_NOTE } from '../../ledger/history.ts';
import { refOf } from '../refs.ts';
import { RECEIVABLE } from './aged.ts';
import { claimsAt } from './claims-owed.ts';
import { balancesAtClosing, type Closing, closingOn } from './at-closing.ts';
import { besideTotals } from '../../../../domain/reports/laid.ts';
import { issuedBy, issuedByEither } from './issued.ts';
import { openAt } from './open-items.ts';
import { isStillOpen, openFact, shownNotes, stillOpen } from './statement-notes.ts';
import { openMoved } from './open-sums.ts';
import { firstShown, MOST } from '../first-rows.ts';
import { type Named, partyOf, whereOne } from './party.ts';
import { balances, leftStated, type Stated, statedFacts, statedInBase, statedOn, statedRow } from './stated.ts';
import { writtenBack } from './written-back.ts';
import { fact } from '../../../platform/exports/facts.ts';
import { report } from '../report.ts';
import { type BESIDE, statementTable, statementTotals } from '../../../../domain/reports/tables.ts';
import { emptied, replyRow, type Values } from '../../../../domain/tables/table.ts';

const ALL = 'All reinsureds';

type Account = Stated & { party: Named | null; currency?: string | undefined; open?: 'only' | undefined };

type Row = Values<typeof statementTable>;
type Total = Values<typeof statementTotals>;
type Summed = Omit<Total, (typeof BESIDE)[number] | 'base_closing'>;
type Stored = Omit<Row, (typeof AT_CLOSING)[number] | 'change' | 'policy' | 'reinsured' | 'note'> & {
  policy_id: number | null;
  policy: string | null;
  reinsured_id: number;
  reinsured: string;
  note_id: number;
  number: string;
};

/** The notes of premium and returns that are a reinsured's own, by when they counted; claims and salvage are on accounts of their own. */
const ownOf = ({ party, currency }: Account, counted: RawBuilder<unknown>): Condition =>
  every([
    counted,
    sql`n.debit_note_id is null and n.purpose in ('PREMIUM', 'RETURN')`,
    when(party?.id, (id) => sql`n.party_id = ${id}`),
    when(currency, (code) => sql`n.currency = ${code}`),
  ]);

/** A note's amount as it is owed to us: a return is less than nothing. */
const SIGNED = sql`case when n.kind = 'DN' then n.amount else -n.amount end`;

/** All of them in their order, or the first: what of each is open is looked up for those alone. */
function rowsQuery(ctx: Ctx, account: Account, most?: number): RawBuilder<Stored> {
  const { day, beside } = account;
  return sql<Stored>`
    with ${writtenBack(ctx, day)}, ${shownNotes(ctx, {
      ...account,
      parties: sql`r.kind = 'REINSURED'`,
      own: ownOf(account, issuedByEither(ctx, account)),
      functions: RECEIVABLE,
      most,
    })}
    select p.id as policy_id, p.broker_reference as policy, s.party_id as reinsured_id, s.party as reinsured, coalesce(i.name, ${HISTORY_INSURED}) as insured, i.id as insured_id,
      coalesce(c.name, ct.name, h.class, '') as class, n.id as note_id, n.number, n.posted_on, n.due_on, n.currency, a.amount,
      a.amount - b.balance - a.lost as paid, a.lost as uncollectable, b.balance, b.base_balance, e.balance as beside
    from shown s join notes n on n.id = s.id ${balances(account, { note: sql`n.id`, functions: RECEIVABLE, byUs: false })}
      left join written_back w on w.note_id = n.id
      cross join lateral (${
        beside === undefined
          ? sql`select ${SIGNED} as amount, coalesce(w.amount, 0) as lost`
          : sql`
        select case when c.counts then ${SIGNED} else 0 end as amount, case when c.counts then coalesce(w.amount, 0) else 0 end as lost
        from (select ${issuedBy(ctx, day)} as counts) c`
      }) a
      left join policies p on p.id = n.policy_id left join parties i on i.id = p.current_insured_id ${HISTORY_OF_NOTE}
      left join cover_types ct on ct.id = p.cover_type_id left join cover_types c on c.id = ct.class_id
    order by s.name_key, s.party_id, n.posted_on, n.id`;
}

/** What of notes and of cash is open, by currency: of all notes it is in the sums that are kept. */
const keptOf = (ctx: Ctx, { party, day }: Account): RawBuilder<unknown> => sql`
  ${openMoved(ctx, { day, functions: RECEIVABLE })},
  kept as (
    select m.currency, coalesce(sum(m.amount) filter (where a.function = 'PREMIUM_RECEIVABLE'), 0) as balance,
      coalesce(sum(m.base_amount) filter (where a.function = 'PREMIUM_RECEIVABLE'), 0) as base_balance,
      coalesce(-sum(m.amount) filter (where a.function = 'UNALLOCATED_CASH'), 0) as unallocated
    from moved m join ledger_accounts a on a.code = m.account ${party ? sql`where m.party_id = ${party.id}` : sql``} group by 1)`;

/** What notes come to on the day. Of open ones beside another day, those that were open on either. */
async function sumsOn(ctx: Ctx, account: Account): Promise<Summed[]> {
  const { day, party, currency, open } = account;
  // Those that are not void are added up from an index alone.
  const noted = every([ownOf(account, issuedBy(ctx, day)), isStillOpen(account)]);
  const opened = open === 'only' ? sql`${stillOpen(ctx, account, RECEIVABLE)},` : sql``;
  const { rows } = await sql<Summed>`
    with ${openAt(ctx, { day, functions: ['CLAIMS_PAYABLE'], party: party?.id ?? null })}, ${opened} ${claimsAt(ctx, day)}, ${writtenBack(ctx, day)}, ${keptOf(ctx, account)},
    parts as (
      select n.currency, sum(${SIGNED}) as amount, 0 as uncollectable, 0 as balance, 0 as base_balance, 0 as unallocated, 0 as claims, 0 as to_come, true as noted
      from notes n where n.status = 'ISSUED' and ${noted} group by 1
      union all
      select n.currency, sum(${SIGNED}), 0, 0, 0, 0, 0, 0, true
      from notes n where n.status = 'VOID' and ${noted} group by 1
      union all
      select n.currency, 0, sum(w.amount), 0, 0, 0, 0, 0, false
      from notes n join written_back w on w.note_id = n.id where ${noted} group by 1
      union all
      select currency, 0, 0, balance, base_balance, unallocated, 0, 0, false from kept
      union all
      select currency, 0, 0, 0, 0, 0, -open, 0, false from open_at where function = 'CLAIMS_PAYABLE' and part_id is null
      union all
      select currency, 0, 0, 0, 0, 0, collected, to_come, false from claims_at)
    select currency, sum(amount)::bigint as amount, sum(amount - balance - uncollectable)::bigint as paid,
      sum(uncollectable)::bigint as uncollectable, sum(balance)::bigint as balance, sum(base_balance)::bigint as base_balance,
      sum(unallocated)::bigint as unallocated, sum(claims)::bigint as claims, sum(to_come)::bigint as to_come
    from parts ${currency === undefined ? sql`` : sql`where currency = ${currency}`} group by currency
    having bool_or(noted) or sum(unallocated) <> 0 or sum(claims) <> 0 or sum(to_come) <> 0 order by currency`.execute(
    ctx.db,
  );
  return rows;
}

/** The same beside the other day, and at closing rates. */
async function totalsOf(ctx: Ctx, account: Account, closing: Closing): Promise<Total[]> {
  const { day, beside, party } = account;
  const own = await sumsOn(ctx, account);
  const then = beside === undefined ? undefined : await sumsOn(ctx, { ...account, day: beside, beside: day });
  return balancesAtClosing(ctx, closing, {
    totals: besideTotals(own, then, (row) => emptied(statementTotals, row)),
    documents: { day, functions: ['PREMIUM_RECEIVABLE'], party: party?.id ?? null },
    byUs: false,
  });
}

const rowOf =
  (ctx: Ctx, closing: Closing) =>
  ({ policy_id, reinsured_id, note_id, number, ...row }: Stored): Row => ({
    ...row,
    ...statedRow(ctx, closing, row),
    policy: refOf(policy_id, row.policy),
    reinsured: { id: reinsured_id, name: row.reinsured },
    note: { id: note_id, number },
  });

async function answer(ctx: Ctx, account: Account): Promise<Reply<typeof facultativeReportItem>> {
  const base = ctx.firm.baseCurrency;
  const closing = await closingOn(ctx, account);
  const rows = rowsQuery(ctx, account, MOST + 1)
    .execute(ctx.db)
    .then((found) => found.rows);
  const [shown, totals] = await Promise.all([
    firstShown(ctx, rows, { table: statementTable, rowOf: rowOf(ctx, closing) }),
    totalsOf(ctx, account, closing),
  ]);
  return {
    as_at: account.day,
    party: account.party,
    ...shown,
    totals: totals.map((total) => replyRow(statementTotals, total, base)),
    ...statedInBase(ctx, closing, totals),
  };
}

type Input = Decoded<typeof facultativeReportAll>;
const PAPER = {
  table: statementTable,
  name: 'statement',
  title: 'Statement of account',
  period: (ctx: Ctx, { query }: Input) => `As at ${writtenDay(statedOn(ctx, query).day)}`,
  leaves: leftStated,
};
const factsOf = async (ctx: Ctx, account: Account) => [
  fact('Account of', account.party?.name ?? ALL),
  openFact(account),
  ...(await statedFacts(ctx, account)),
];
const rowsOn = async (ctx: Ctx, account: Account) =>
  mapped(rowsOf(ctx.db, rowsQuery(ctx, account)), rowOf(ctx, await closingOn(ctx, account)));
function statementBy(endpoint: typeof facultativeReportItem | typeof facultativeReportItem2) {
  const accountOf = async (ctx: Ctx, input: Decoded<typeof facultativeReportItem>): Promise<Account> => ({
    ...statedOn(ctx, input.query),
    party: await partyOf(ctx, input.query.param, 'REINSURED'),
    currency: input.query.currency,
    open: input.query.open,
  });
  return report({
    ...PAPER,
    endpoint,
    facts: async (ctx, input) => factsOf(ctx, await accountOf(ctx, input)),
    saidAbove: ({ param }) => whereOne(param, 'reinsured'),
    reply: async (ctx, input) => answer(ctx, await accountOf(ctx, input)),
    rows: async (ctx, input) => rowsOn(ctx, await accountOf(ctx, input)),
  });
}

function statementsBy(endpoint: typeof facultativeReportAll | typeof facultativeReportAll2) {
  const accountOf = (ctx: Ctx, { query }: Input): Account => ({
    ...statedOn(ctx, query),
    party: null,
    open: query.open,
  });
  return report({
    ...PAPER,
    endpoint,
    facts: (ctx, input) => factsOf(ctx, accountOf(ctx, input)),
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
