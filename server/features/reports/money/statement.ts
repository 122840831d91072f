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
import { HISTORY_INSURED, HISTORY_OF_NOTE } from '../../ledger/history.ts';
import { refOf } from '../refs.ts';
import { RECEIVABLE } from './aged.ts';
import { claimsAt } from './claims-owed.ts';
import { issuedBy } from './issued.ts';
import { openAt } from './open-items.ts';
import { firstShown, MOST } from '../first-rows.ts';
import { type Named, partyOf } from './party.ts';
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
const OWN = sql`n.debit_note_id is null and n.purpose in ('PREMIUM', 'RETURN')`;

/** Notes of reinsureds as they were: one void today is in a statement of a day before it was reversed. */
const notesAt = (ctx: Ctx, { party, day, currency, open }: Account): RawBuilder<unknown> => sql`
  ${openAt(ctx, { day, functions: [...RECEIVABLE, 'CLAIMS_PAYABLE'], party: party?.id ?? null })},
    balances as (select note_id, sum(open)::bigint as balance from open_at where note_id is not null group by note_id), ${writtenBack(ctx, day)},
    notes_at as (
      select n.*, case when n.kind = 'DN' then n.amount else -n.amount end as signed, coalesce(b.balance, 0) as balance, coalesce(w.amount, 0) as uncollectable
      from notes n left join balances b on b.note_id = n.id left join written_back w on w.note_id = n.id
      where ${issuedBy(ctx, day)} and ${OWN} ${party ? sql`and n.party_id = ${party.id}` : sql``}
        ${currency === undefined ? sql`` : sql`and n.currency = ${currency}`} ${open === 'only' ? sql`and coalesce(b.balance, 0) <> 0` : sql``})`;

function rowsQuery(ctx: Ctx, account: Account): RawBuilder<Stored> {
  return sql<Stored>`
    with ${notesAt(ctx, account)}
    select p.id as policy_id, p.broker_reference as policy, r.id as reinsured_id, r.name as reinsured, coalesce(i.name, ${HISTORY_INSURED}) as insured, i.id as insured_id,
      coalesce(c.name, ct.name, h.class, '') as class, n.id as note_id, n.number, n.posted_on, n.due_on, n.currency, n.signed as amount,
      n.signed - n.balance - n.uncollectable as paid, n.uncollectable, n.balance
    from notes_at n join parties r on r.id = n.party_id left join policies p on p.id = n.policy_id
      left join parties i on i.id = p.current_insured_id ${HISTORY_OF_NOTE} left join cover_types ct on ct.id = p.cover_type_id left join cover_types c on c.id = ct.class_id
    order by r.name_key, r.id, n.posted_on, n.id`;
}

async function totalsOf(ctx: Ctx, account: Account): Promise<Values<typeof statementTotals>[]> {
  const { rows } = await sql<Values<typeof statementTotals>>`
    with ${notesAt(ctx, account)}, ${claimsAt(ctx, account.day)},
    parts as (
      select currency, signed as amount, uncollectable, balance, 0::bigint as unallocated, 0::bigint as claims, 0::bigint as to_come from notes_at
      union all
      select currency, 0, 0, 0, -open, 0, 0 from open_at where function = 'UNALLOCATED_CASH'
      union all
      select currency, 0, 0, 0, 0, -open, 0 from open_at where function = 'CLAIMS_PAYABLE' and part_id is null
      union all
      select currency, 0, 0, 0, 0, collected, to_come from claims_at)
    select currency, sum(amount)::bigint as amount, sum(amount - balance - uncollectable)::bigint as paid,
      sum(uncollectable)::bigint as uncollectable, sum(balance)::bigint as balance, sum(unallocated)::bigint as unallocated, sum(claims)::bigint as claims, sum(to_come)::bigint as to_come
    from parts ${account.currency === undefined ? sql`` : sql`where currency = ${account.currency}`} group by currency
    having sum(abs(amount)) <> 0 or sum(unallocated) <> 0 or sum(claims) <> 0 or sum(to_come) <> 0 order by currency`.execute(
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
  const { rows } = await sql<Stored>`${rowsQuery(ctx, account)} limit ${MOST + 1}`.execute(ctx.db);
  const totals = await totalsOf(ctx, account);
  return {
    as_at: account.day,
    party: account.party,
    ...(await firstShown(ctx, rows, { table: statementTable, rowOf })),
    totals: totals.map((total) => replyRow(statementTotals, total, base)),
  };
}

type Days = { query: { asat?: Day | undefined } };
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
      fact('Notes', input.query.open && 'of which something is open'),
    ],
    reply: async (ctx, input) => answer(ctx, await accountOf(ctx, input)),
    rows: async (ctx, input) => rowsOn(ctx, await accountOf(ctx, input)),
  });
}

function statementsBy(endpoint: typeof facultativeReportAll | typeof facultativeReportAll2) {
  const accountOf = (ctx: Ctx, input: Days): Account => ({ party: null, day: dayOf(ctx, input) });
  return report({
    ...PAPER,
    endpoint,
    facts: () => [fact('Account of', ALL)],
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
