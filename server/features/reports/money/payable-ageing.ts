import { type RawBuilder, sql } from 'kysely';
import type { Decoded, Reply } from '../../../../domain/endpoint.ts';
import {
  PAYABLE_FIGURES,
  payableAgeingOverview,
  payableAgeingSummary,
  payableAgeingTable,
  payableNotesTable,
  payableNoteSums,
  payableNoteTotals,
  payableSums,
  payableTotals,
  RELEASED,
} from '../../../../domain/reports/ageing.ts';
import type { AT_CLOSING } from '../../../../domain/reports/closing-rates.ts';
import { BUCKETS } from '../../../../domain/reports/buckets.ts';
import { sumsByCurrency } from '../../../../domain/tables/sums.ts';
import { emptied, replyRow, type Values } from '../../../../domain/tables/table.ts';
import { type Day, writtenDay } from '../../../../domain/values/day.ts';
import { formatAmount } from '../../../../domain/values/money.ts';
import { fact } from '../../../platform/exports/facts.ts';
import { rowsOf } from '../../../platform/exports/snapshot.ts';
import { mapped } from '../../../platform/exports/table.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { refOf } from '../refs.ts';
import { HISTORY_INSURED, HISTORY_OF_NOTE } from '../../ledger/history.ts';
import { report } from '../report.ts';
import { bucketColumns, havingFigure, PAYABLE, summed } from './aged.ts';
import {
  type AtRates,
  byPartyAtClosing,
  type Closing,
  closingOn,
  inBase,
  leftAt,
  notesAtClosing,
  ratedRow,
  ratesOfReply,
} from './at-closing.ts';
import { besideAmount, leftBeside } from '../../../../domain/reports/laid.ts';
import { withBeside } from './beside.ts';
import { onDays, openBeside } from './open-items.ts';
import { openByDueDay } from './open-sums.ts';
import { firstShown, MOST } from '../first-rows.ts';
import { type Named, numberedOf, ofParties, type Parties, partyOf, whereOne } from './party.ts';
import { inPartyOrder } from './party-order.ts';
import { REACHED, releasedByDueDay } from './released.ts';
import { type Moved, type ReleasedBy, releasedBy, releasedThen, unpaidAt } from './released-then.ts';
import { leftOfNotes, type Stated, statedFacts, statedOn, statedRow } from './stated.ts';

type Narrowed = Pick<Decoded<typeof payableAgeingSummary>['query'], 'currency' | 'figure'>;
type Account = Stated & { party: Named | null; released: ReleasedBy } & Narrowed;
type Total = Values<typeof payableNoteTotals> & { base_total: bigint };
type Party = Values<typeof payableAgeingTable>;
type Own = Omit<Party, 'beside' | 'change'>;
type Overview = Decoded<typeof payableAgeingOverview>;
type Row = Values<typeof payableNotesTable>;
type Stored = Omit<Row, (typeof AT_CLOSING)[number] | 'change' | 'security' | 'policy' | 'note'> & {
  security_id: number;
  security: string;
  policy_id: number | null;
  policy: string | null;
  note_id: number | null;
  note_number: string | null;
};

const FIGURES = [...BUCKETS, ...RELEASED, 'returns', 'total'] as const;

/** What is released pays what is due first; a return that a security owes is neither released nor awaited. */
const apartOf = (released: ReleasedBy, owed: RawBuilder<unknown>): RawBuilder<unknown> =>
  released !== 'NOT_ASKED'
    ? sql`least(w.total, 0) as returns, x.released, least(x.released, x.due) as due_released, x.due - least(x.released, x.due) as due_awaiting
        from ${owed} w left join unpaid r on r.note_id = w.note_id ${REACHED}`
    : sql`least(w.total, 0) as returns, null::bigint as released, null::bigint as due_released, null::bigint as due_awaiting from ${owed} w`;

/** The figures of a note that are known without what is released of it. */
const OF_OWED = [...BUCKETS, 'total'] as const;

/** The order in which notes `a` of parties `o` are shown, and the first of them by it. */
const IN_ORDER = sql`o.name_key, o.id, a.currency, a.due_on, a.note_id`;
const firstOf = (most: number | undefined) => (most === undefined ? sql`` : sql`order by ${IN_ORDER} limit ${most}`);

/**
 * What of each credit note is open at the end of a day, by the age of its instalments; what it was on the other day beside it. Where no figure of what is released narrows
 * them, that is looked up for the first alone.
 */
function agedNotes(ctx: Ctx, account: Account & { parties: Parties }, most?: number): RawBuilder<unknown> {
  const { parties, day, beside, released, figure } = account;
  const { own, other, isGone } = onDays({ beside });
  const narrowed = { currency: account.currency, figure: OF_OWED.find((name) => name === figure) };
  const shown = figure === narrowed.figure ? sql`first_owed` : sql`owed`;
  return sql`
  ${openBeside(ctx, { day, beside, functions: PAYABLE, party: parties })},
  owed as (
    select o.party_id, o.currency, o.note_id, min(o.opened_on) as opened_on, ${isGone} as gone,
      coalesce(min(o.due_on) filter (where ${own(sql`o.open`)} <> 0), min(o.due_on)) as due_on,
      ${bucketColumns(own(sql`-o.open`), day)}, coalesce(-sum(${own(sql`o.open`)}), 0)::bigint as total,
      coalesce(-sum(${own(sql`o.base_open`)}), 0)::bigint as base_total, ${other(sql`-o.open`)} as beside
    from open_at o group by 1, 2, 3 having bool_or(o.open <> 0 or o.base_open <> 0)),
  first_owed as (select a.* from owed a join parties o on o.id = a.party_id ${havingFigure(narrowed)} ${firstOf(most)}),
  ${released === 'NOT_ASKED' ? sql`` : sql`${unpaidAt(ctx, released, sql`select note_id from ${shown}`)},`}
  aged_notes as (select a.* from (select w.*, ${apartOf(released, shown)}) a ${havingFigure(account)})`;
}

/** What is released of each security's notes, and what of that pays what is due. */
const releasedOn = (ctx: Ctx, day: Day, released: 'KEPT' | Moved): RawBuilder<unknown> =>
  released === 'KEPT'
    ? sql`
  ${releasedByDueDay(ctx)},
  released as (
    select party_id, currency, sum(amount)::bigint as released, coalesce(sum(amount) filter (where due_on < ${day}::date), 0)::bigint as due_released
    from released_days group by 1, 2)`
    : releasedThen(ctx, released);

/** All items of a note are debits, or credits: what of it is a return is told from the sums as well. */
async function partiesOn(ctx: Ctx, { day, rates, released }: AtRates & { released: ReleasedBy }): Promise<Own[]> {
  const closing = await closingOn(ctx, { day, rates });
  const { rows } = await sql<Omit<Own, 'party'> & { party_id: number; name: string }>`
    with ${openByDueDay(ctx, { day, functions: PAYABLE })}${released === 'NOT_ASKED' ? sql`` : sql`, ${releasedOn(ctx, day, released)}`},
    ${byPartyAtClosing(ctx, closing, { day, functions: PAYABLE })},
    aged as (
      select o.party_id, o.currency, ${bucketColumns(sql`-o.open`, day)}, coalesce(-sum(o.open) filter (where o.debit), 0)::bigint as returns,
        coalesce(-sum(o.open) filter (where not o.debit and o.due_on < ${day}::date), 0)::bigint as due,
        coalesce(-sum(o.open), 0)::bigint as total, coalesce(-sum(o.base_open), 0)::bigint as base_total
      from by_due_day o group by 1, 2)
    select a.party_id, a.currency, p.name, ${sql.join(BUCKETS.map((name) => sql`a.${sql.ref(name)}`))}, a.returns, a.total, a.base_total,
      ${
        released === 'NOT_ASKED'
          ? sql`null::bigint as released, null::bigint as due_released, null::bigint as due_awaiting`
          : sql`coalesce(r.released, 0)::bigint as released, coalesce(r.due_released, 0)::bigint as due_released,
              (a.due - coalesce(r.due_released, 0))::bigint as due_awaiting`
      }, -c.base_closing as base_closing
    from aged a join parties p on p.id = a.party_id left join at_closing c on c.party_id = a.party_id and c.currency = a.currency
    ${released === 'NOT_ASKED' ? sql`` : sql`left join released r on r.party_id = a.party_id and r.currency = a.currency`}
    order by p.name_key, a.party_id, a.currency`.execute(ctx.db);
  return rows.map(({ party_id: id, name, ...row }) => ({ ...row, ...ratedRow(closing, row), party: { id, name } }));
}

/** As at a day, beside another one where that is asked for. */
async function besideThose(ctx: Ctx, rows: Own[], { beside }: Pick<Stated, 'beside'>): Promise<Party[]> {
  return withBeside(
    rows,
    beside === undefined ? undefined : await partiesOn(ctx, { day: beside, released: 'NOT_ASKED' }),
    (row) => emptied(payableAgeingTable, row),
  );
}

const ownOf = async (ctx: Ctx, input: Overview): Promise<Own[]> => {
  const asked = input.query.released !== undefined;
  const stated = statedOn(ctx, input.query);
  return partiesOn(ctx, { ...stated, released: await releasedBy(ctx, { day: stated.day, party: null, asked }) });
};
/** Beside another day and in the order that are asked for. */
async function partyRows(ctx: Ctx, input: Overview): Promise<Party[]> {
  const { query } = input;
  const rows = await besideThose(ctx, await ownOf(ctx, input), statedOn(ctx, query));
  return inPartyOrder(rows, { sort: query.sort, figures: PAYABLE_FIGURES });
}

const rowsQuery = (ctx: Ctx, account: Account & { parties: Parties }, most?: number): RawBuilder<Stored> => sql<Stored>`
  with ${agedNotes(ctx, account, most)}
  select s.id as security_id, s.name as security, p.id as policy_id, p.broker_reference as policy, coalesce(i.name, nullif(${HISTORY_INSURED}, '')) as insured, i.id as insured_id,
    n.id as note_id, n.number as note_number, coalesce(n.posted_on, a.opened_on) as posted_on, a.due_on,
    case when a.gone then 0 else greatest(${account.day}::date - a.due_on, 0) end as overdue, a.currency,
    ${sql.join([...FIGURES, 'beside'].map((name) => sql`a.${sql.ref(name)}`))}
  from (
    -- The rest is looked up for what is shown.
    select a.*, o.name_key from aged_notes a join parties o on o.id = a.party_id
    ${firstOf(most)}) a
    join parties s on s.id = a.party_id left join notes n on n.id = a.note_id
    left join policies p on p.id = n.policy_id left join parties i on i.id = p.current_insured_id ${HISTORY_OF_NOTE}
  order by s.name_key, s.id, a.currency, a.due_on, a.note_id`;

const only = ({ party }: Account): Parties => (party === null ? null : [party.id]);

/** Those with something in one figure are added up note by note; all of them are what their parties come to. */
async function totalsOf(
  ctx: Ctx,
  account: Account,
  { own, closing }: { own: readonly Party[]; closing: Closing },
): Promise<Total[]> {
  if (account.figure === undefined) return sumsByCurrency(payableNoteSums, own);
  const { rows } = await sql<Omit<Total, 'change'>>`
    with ${agedNotes(ctx, { ...account, parties: only(account) })}, ${notesAtClosing(ctx, closing)}
    select a.currency, ${summed([...FIGURES, 'base_total', 'beside'])}, c.base_closing
    from aged_notes a left join at_closing c on c.currency = a.currency group by a.currency, c.base_closing order by a.currency`.execute(
    ctx.db,
  );
  return rows.map((row) => ({ ...row, ...ratedRow(closing, row), ...besideAmount(row.total, row.beside) }));
}

const rowOf =
  (ctx: Ctx, closing: Closing) =>
  ({ security_id, policy_id, note_id, note_number, ...row }: Stored): Row => ({
    ...row,
    security: { id: security_id, name: row.security },
    policy: refOf(policy_id, row.policy),
    note: numberedOf(note_id, note_number),
    ...statedRow(ctx, closing, { ...row, balance: row.total }),
  });

type InBase = { currency: string; base_total: bigint; base_closing: bigint | null };

/** As at when, and what it all comes to in base. */
function wholeOf(ctx: Ctx, totals: readonly InBase[], { day, rates, closing }: AtRates & { closing: Closing }) {
  const base = ctx.firm.baseCurrency;
  return {
    as_at: day,
    base_currency: base,
    base_total: formatAmount(inBase(totals, rates), base),
    rates: ratesOfReply(ctx, closing, totals),
  };
}

/** Of all securities on an earlier day what is released is not known where it is not asked for: its columns would say that nothing was. */
const unasked = ({ asat, released }: Pick<Overview['query'], 'asat' | 'released'>, { today }: Pick<Ctx, 'today'>) =>
  asat !== undefined && asat < today && released === undefined ? RELEASED : [];
const isReleased = (figure: Narrowed['figure']): boolean => RELEASED.some((name) => name === figure);

async function accountOf(ctx: Ctx, { query }: Decoded<typeof payableAgeingSummary>): Promise<Account> {
  const { param, currency, figure } = query;
  const stated = statedOn(ctx, query);
  const party = await partyOf(ctx, param, 'SECURITY');
  const asked = party !== null || isReleased(figure) || query.released !== undefined;
  const released = await releasedBy(ctx, { day: stated.day, party: party?.id ?? null, asked });
  return { ...stated, party, released, currency, figure };
}

async function overview(ctx: Ctx, input: Overview): Promise<Reply<typeof payableAgeingOverview>> {
  const base = ctx.firm.baseCurrency;
  const stated = statedOn(ctx, input.query);
  const rows = await partyRows(ctx, input);
  const totals = sumsByCurrency(payableSums, rows);
  return {
    ...wholeOf(ctx, totals, { ...stated, closing: await closingOn(ctx, stated) }),
    data: rows.map((row) => replyRow(payableAgeingTable, row, base)),
    totals: totals.map((total) => replyRow(payableTotals, total, base)),
  };
}

async function summary(
  ctx: Ctx,
  input: Decoded<typeof payableAgeingSummary>,
): Promise<Reply<typeof payableAgeingSummary>> {
  const base = ctx.firm.baseCurrency;
  const account = await accountOf(ctx, input);
  const closing = await closingOn(ctx, account);
  const own = (await besideThose(ctx, await partiesOn(ctx, account), account)).filter(
    ({ party, currency }) =>
      party.id === (account.party?.id ?? party.id) && currency === (account.currency ?? currency),
  );
  const rows = ofParties(own, MOST + 1, async (parties, most) => {
    const { rows: notes } = await rowsQuery(ctx, { ...account, parties }, most).execute(ctx.db);
    return notes;
  });
  const [shown, totals] = await Promise.all([
    firstShown(ctx, rows, { table: payableNotesTable, rowOf: rowOf(ctx, closing) }),
    totalsOf(ctx, account, { own, closing }),
  ]);
  return {
    ...wholeOf(ctx, totals, { ...account, closing }),
    party: account.party,
    totals: totals.map((total) => replyRow(payableNoteTotals, total, base)),
    ...shown,
  };
}

/** What all securities are owed by age as at any day; its total is the balance of premium payable. §7. */
export const payableAgeing = report({
  endpoint: payableAgeingOverview,
  table: payableAgeingTable,
  name: 'payables-ageing',
  title: 'Payables ageing',
  period: (ctx, { query }) => `As at ${writtenDay(statedOn(ctx, query).day)}`,
  facts: (ctx, { query }) => statedFacts(ctx, statedOn(ctx, query)),
  reply: overview,
  leaves: (query, ctx) => [...leftBeside(query), ...leftAt(query.rates, 'base_total'), ...unasked(query, ctx)],
  rows: partyRows,
});

/** What one security (or ALL) is owed, note by note; its sums are the row of the payables ageing. */
export const payableAgeingByNote = report({
  endpoint: payableAgeingSummary,
  table: payableNotesTable,
  name: 'ageing-of-a-security',
  title: 'Payables ageing by note',
  period: (ctx, { query }) => `As at ${writtenDay(statedOn(ctx, query).day)}`,
  facts: async (ctx, input) => {
    const account = await accountOf(ctx, input);
    return [
      fact('Security', account.party?.name ?? 'All securities'),
      fact('With something in', input.query.figure && payableNotesTable.columns[input.query.figure].label),
      ...(await statedFacts(ctx, account)),
    ];
  },
  saidAbove: ({ param }) => whereOne(param, 'security'),
  reply: summary,
  leaves: (query, ctx) => [
    ...leftOfNotes(query),
    ...(query.param === 'ALL' && !isReleased(query.figure) ? unasked(query, ctx) : []),
  ],
  rows: async (ctx, input) => {
    const account = await accountOf(ctx, input);
    return mapped(
      rowsOf(ctx.db, rowsQuery(ctx, { ...account, parties: only(account) })),
      rowOf(ctx, await closingOn(ctx, account)),
    );
  },
});
