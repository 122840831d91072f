import { type RawBuilder, sql } from 'kysely';
import type { Decoded, Reply } from '../../../../domain/endpoint.ts';
import { agedNotesTable, agedNoteSums, agedNoteTotals, ageingSummary } from '../../../../domain/reports/ageing.ts';
import type { AT_CLOSING } from '../../../../domain/reports/closing-rates.ts';
import { BUCKETS } from '../../../../domain/reports/buckets.ts';
import { sumsByCurrency } from '../../../../domain/tables/sums.ts';
import { replyRow, type Values } from '../../../../domain/tables/table.ts';
import { writtenDay } from '../../../../domain/values/day.ts';
import { formatAmount } from '../../../../domain/values/money.ts';
import { fact } from '../../../platform/exports/facts.ts';
import { rowsOf } from '../../../platform/exports/snapshot.ts';
import { mapped } from '../../../platform/exports/table.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { refOf } from '../refs.ts';
import { HISTORY_INSURED, HISTORY_OF_NOTE } from '../../ledger/history.ts';
import { report } from '../report.ts';
import { havingFigure, RECEIVABLE, receivableColumns, summed } from './aged.ts';
import { type Closing, closingOn, inBase, notesAtClosing, ratedRow, ratesOfReply } from './at-closing.ts';
import { agedBeside, type Row as Own } from './ageing.ts';
import { besideAmount } from '../../../../domain/reports/laid.ts';
import { onDays, openBeside } from './open-items.ts';
import { firstShown, MOST } from '../first-rows.ts';
import { type Named, numberedOf, ofParties, type Parties, partyOf, whereOne } from './party.ts';
import { leftOfNotes, type Stated, statedFacts, statedOn, statedRow } from './stated.ts';

type Input = Decoded<typeof ageingSummary>;
type Account = Stated & { party: Named | null } & Pick<Input['query'], 'currency' | 'figure'>;
type Narrowed = Account & { parties: Parties };
type Row = Values<typeof agedNotesTable>;
type Stored = Omit<Row, (typeof AT_CLOSING)[number] | 'change' | 'reinsured' | 'policy' | 'note' | 'receipt'> & {
  reinsured_id: number;
  reinsured: string;
  policy_id: number | null;
  policy: string | null;
  note_id: number | null;
  note_number: string | null;
  receipt_id: number | null;
  receipt_number: string | null;
};
type Total = Values<typeof agedNoteTotals> & { base_total: bigint };

async function accountOf(ctx: Ctx, { query }: Input): Promise<Account> {
  const { param, currency, figure } = query;
  return { ...statedOn(ctx, query), party: await partyOf(ctx, param, 'REINSURED'), currency, figure };
}

/** What of each note is open at the end of a day, by the age of its instalments, and of each receipt what is not allocated; what it was on the other day beside it. */
function agedNotes(ctx: Ctx, { parties, day, beside, currency, figure }: Narrowed): RawBuilder<unknown> {
  const { own, other, isGone } = onDays({ beside });
  return sql`
  ${openBeside(ctx, { day, beside, functions: RECEIVABLE, party: parties })},
  aged_notes as (select a.* from (
    select o.party_id, o.currency, o.note_id, o.receipt_id, min(o.opened_on) as opened_on, ${isGone} as gone,
      coalesce(min(o.due_on) filter (where ${own(sql`o.open`)} <> 0), min(o.due_on)) as due_on,
      ${receivableColumns(own(sql`o.open`), day)}, coalesce(sum(${own(sql`o.base_open`)}), 0)::bigint as base_total, ${other(sql`o.open`)} as beside
    from open_at o group by 1, 2, 3, 4 having bool_or(o.open <> 0 or o.base_open <> 0)) a ${havingFigure({ currency, figure })})`;
}

const rowsQuery = (ctx: Ctx, account: Narrowed, most?: number): RawBuilder<Stored> => sql<Stored>`
  with ${agedNotes(ctx, account)}
  select r.id as reinsured_id, r.name as reinsured, p.id as policy_id, p.broker_reference as policy, coalesce(i.name, nullif(${HISTORY_INSURED}, '')) as insured, i.id as insured_id,
    n.id as note_id, n.number as note_number, c.id as receipt_id, c.number as receipt_number,
    coalesce(n.posted_on, a.opened_on) as posted_on, a.due_on,
    case when n.id is null or a.gone then 0 else greatest(${account.day}::date - a.due_on, 0) end as overdue, a.currency,
    ${sql.join([...BUCKETS, 'unallocated', 'total', 'beside'].map((name) => sql`a.${sql.ref(name)}`))}
  from (
    -- The rest is looked up for what is shown.
    select a.*, o.name_key from aged_notes a join parties o on o.id = a.party_id
    order by o.name_key, o.id, a.currency, a.due_on, a.note_id, a.receipt_id ${most === undefined ? sql`` : sql`limit ${most}`}) a
    join parties r on r.id = a.party_id left join notes n on n.id = a.note_id left join receipts c on c.id = a.receipt_id
    left join policies p on p.id = n.policy_id left join parties i on i.id = p.current_insured_id ${HISTORY_OF_NOTE}
  order by r.name_key, r.id, a.currency, a.due_on, a.note_id, a.receipt_id`;

const only = ({ party }: Account): Parties => (party === null ? null : [party.id]);

/** Those with something in one figure are added up note by note; all of them are what their reinsureds come to. */
async function totalsOf(
  ctx: Ctx,
  account: Account,
  { own, closing }: { own: readonly Own[]; closing: Closing },
): Promise<Total[]> {
  if (account.figure === undefined) return sumsByCurrency(agedNoteSums, own);
  const { rows } = await sql<Omit<Total, 'change'>>`
    with ${agedNotes(ctx, { ...account, parties: only(account) })}, ${notesAtClosing(ctx, closing)}
    select a.currency, ${summed([...BUCKETS, 'unallocated', 'total', 'base_total', 'beside'])}, c.base_closing
    from aged_notes a left join at_closing c on c.currency = a.currency group by a.currency, c.base_closing order by a.currency`.execute(
    ctx.db,
  );
  return rows.map((row) => ({ ...row, ...ratedRow(closing, row), ...besideAmount(row.total, row.beside) }));
}

const rowOf =
  (ctx: Ctx, closing: Closing) =>
  (stored: Stored): Row => {
    const { reinsured_id, policy_id, note_id, note_number, receipt_id, receipt_number, ...row } = stored;
    return {
      ...row,
      reinsured: { id: reinsured_id, name: row.reinsured },
      policy: refOf(policy_id, row.policy),
      note: numberedOf(note_id, note_number),
      receipt: numberedOf(receipt_id, receipt_number),
      ...statedRow(ctx, closing, { ...row, balance: row.total }),
    };
  };

async function reply(ctx: Ctx, input: Input): Promise<Reply<typeof ageingSummary>> {
  const base = ctx.firm.baseCurrency;
  const account = await accountOf(ctx, input);
  const closing = await closingOn(ctx, account);
  const own = (await agedBeside(ctx, account)).filter(
    ({ party, currency }) =>
      party.id === (account.party?.id ?? party.id) && currency === (account.currency ?? currency),
  );
  const rows = ofParties(own, MOST + 1, async (parties, most) => {
    const { rows: notes } = await rowsQuery(ctx, { ...account, parties }, most).execute(ctx.db);
    return notes;
  });
  const [shown, totals] = await Promise.all([
    firstShown(ctx, rows, { table: agedNotesTable, rowOf: rowOf(ctx, closing) }),
    totalsOf(ctx, account, { own, closing }),
  ]);
  return {
    as_at: account.day,
    base_currency: base,
    party: account.party,
    ...shown,
    totals: totals.map((total) => replyRow(agedNoteTotals, total, base)),
    base_total: formatAmount(inBase(totals, account.rates), base),
    rates: ratesOfReply(ctx, closing, totals),
  };
}

/** What one reinsured (or ALL) owes, note by note, by age as at any day; its sums are the row of the receivables ageing. §7. */
export const ageingByNote = report({
  endpoint: ageingSummary,
  table: agedNotesTable,
  name: 'ageing-of-a-reinsured',
  title: 'Receivables ageing by note',
  period: (ctx, { query }) => `As at ${writtenDay(query.asat ?? ctx.today)}`,
  facts: async (ctx, input) => {
    const account = await accountOf(ctx, input);
    return [
      fact('Reinsured', account.party?.name ?? 'All reinsureds'),
      fact('With something in', input.query.figure && agedNotesTable.columns[input.query.figure].label),
      ...(await statedFacts(ctx, account)),
    ];
  },
  saidAbove: ({ param }) => whereOne(param, 'reinsured'),
  reply,
  leaves: leftOfNotes,
  rows: async (ctx, input) => {
    const account = await accountOf(ctx, input);
    return mapped(
      rowsOf(ctx.db, rowsQuery(ctx, { ...account, parties: only(account) })),
      rowOf(ctx, await closingOn(ctx, account)),
    );
  },
});
