import { type RawBuilder, sql } from 'kysely';
import type { Decoded, Reply } from '../../../../domain/endpoint.ts';
import { notFound } from '../../../../domain/errors.ts';
import {
  askedByWarranty,
  openUnderWarranty,
  type SettledInstalment,
  type Warranty,
  warrantyDay,
  type WarrantyState,
  warrantyState,
} from '../../../../domain/placements/instalments.ts';
import type { countWarranties } from '../../../../domain/reports/desks.ts';
import type { UNMET } from '../../../../domain/reports/warranties.ts';
import { warranties as warrantiesCall, warrantyTable } from '../../../../domain/reports/warranties.ts';
import { MOST_WAITING } from '../../../../domain/reports/work.ts';
import { besideOn } from '../../../../domain/reports/beside.ts';
import { besideOther, leftBeside } from '../../../../domain/reports/laid.ts';
import { emptied, type Values } from '../../../../domain/tables/table.ts';
import { type Day, daysBetween, writtenDay } from '../../../../domain/values/day.ts';
import { divideRounded } from '../../../../domain/values/decimal.ts';
import { sum } from '../../../../domain/values/money.ts';
import { formatRate } from '../../../../domain/values/rate.ts';
import { besideFact, fact } from '../../../platform/exports/facts.ts';
import { lastChange, linesPlaced } from '../../carriers.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { schedulesOf, shortOfWarranty } from '../../ledger/schedules.ts';
import { firstShown, MOST } from '../first-rows.ts';
import { issuedBy } from '../money/issued.ts';
import { writtenBackBy } from '../money/written-back.ts';
import { report } from '../report.ts';

type Input = Decoded<typeof warrantiesCall>;
type Row = Values<typeof warrantyTable>;
/** A note of the list of one day. */
type Listed = Omit<Row, 'beside' | 'change' | 'booked'>;
type Stored = {
  note_id: number;
  number: string;
  amount: bigint;
  base_amount: bigint;
  currency: string;
  policy_id: number;
  policy: string;
  insured: string;
  insured_id: number;
  reinsured_id: number;
  reinsured: string;
  endorsement_id: number | null;
  warranty_kind: Warranty['kind'];
  warranty_days: number;
  cover_from: Day;
  /** How many were read. */
  count: number;
};

/**
 * Who carries the risk of a note `n` on a day, as `l`: the lines that the last change of securities in effect put in place (`anew`) with the note or
 * since it was made, a party that was merged since by the one that it became; else those of its policy or endorsement.
 */
const carriedOn = (day: Day): RawBuilder<unknown> => sql`
  left join lateral (${lastChange(
    sql`n.policy_id`,
    sql`e.posted_on <= ${day}::date and e.effective_date <= ${day}::date
      and e.approval >= coalesce((select own.approval from endorsements own where own.id = n.endorsement_id), 0)`,
  )}) anew on true
  cross join lateral (
    select o.security_id, o.share from policy_lines o
    where o.policy_id = n.policy_id and n.endorsement_id is null and anew.lines is null and o.share > 0
    union all
    select o.security_id, o.share from endorsement_lines o where o.endorsement_id = n.endorsement_id and anew.lines is null and o.share > 0
    union all
    select x.security_id, x.share from (${linesPlaced(sql`anew.lines`)}) x where x.share > 0) l`;

/** So many are read, and of them the first `length` shown. */
type Page = { most: number | null; length?: number | undefined };
type Wanted = Page & { security: number | undefined; asAt: Day };

/**
 * Debit notes of premium whose warranty was not met at the end of a day, of policies not cancelled by then, by the day to pay by; of
 * all, or of the risks that one security carried; at most `most` of them, of which the first `length` come with how many there are. Each branch's come off their index in that order, so that what is
 * read does not grow with the notes that are not asked for.
 */
async function shortNotes(ctx: Ctx, { security, asAt, most, length }: Wanted): Promise<Stored[]> {
  const first = most === null ? sql`` : sql`limit ${most}`;
  const shown = length === undefined ? sql`` : sql`limit ${length}`;
  const ofSecurity =
    security === undefined
      ? sql`true`
      : sql`exists (select 1 from (select) own ${carriedOn(asAt)} where l.security_id = ${security})`;
  // Nothing is settled on a day to come: a note that is settled now is left out before its instalments are read.
  const isOpen = asAt < ctx.today ? sql`true` : sql`n.settled < n.amount`;
  const { rows } = await sql<Stored>`
    with short as (
      select o.* from unnest(${[...ctx.scope]}::int[]) b (id) cross join lateral (
        select n.* from notes n
        where n.branch_id = b.id and n.warranty_day is not null and ${issuedBy(ctx, asAt)} and ${isOpen}
          and not exists (select 1 from endorsements c where c.policy_id = n.policy_id and c.status = 'APPROVED' and c.posted_on <= ${asAt}::date
            and c.endorsement_type in ('CANCEL_PRORATA', 'CANCEL_SHORT', 'CANCEL_FLAT')) and ${ofSecurity}
          and ${shortOfWarranty(ctx, { note: sql`n.id`, by: sql`n.warranty_day`, day: asAt })}
        order by n.warranty_day, n.id ${first}) o
      order by o.warranty_day, o.id ${first}),
    shown as (select o.*, count(*) over ()::int as count from short o order by o.warranty_day, o.id ${shown})
    select n.id as note_id, n.number, n.amount, n.base_amount, n.currency, p.id as policy_id, p.broker_reference as policy, d.name as insured, d.id as insured_id,
      r.id as reinsured_id, r.name as reinsured, n.endorsement_id, p.warranty_kind, p.warranty_days,
      n.warranty_day - p.warranty_days as cover_from, n.count
    from shown n join policies p on p.id = n.policy_id join parties d on d.id = p.current_insured_id join parties r on r.id = p.reinsured_id
    order by n.warranty_day, n.id`.execute(ctx.db);
  return rows;
}

type Carrier = Row['carriers'][number];
type Line = { note: number } & Carrier;

/** Who carried the risks of notes on a day, with their shares. */
async function carriersOf(ctx: Ctx, notes: readonly Stored[], day: Day): Promise<(note: Stored) => Carrier[]> {
  const { rows } = await sql<Line>`
    select n.id as note, y.id, y.name, l.share from notes n ${carriedOn(day)} join parties y on y.id = l.security_id
    where n.id = any(${notes.map((note) => note.note_id)}::int[]) and n.branch_id = any(${[...ctx.scope]}::int[])
    order by l.share desc, y.name`.execute(ctx.db);
  const byNote = Map.groupBy(rows, (line) => line.note);
  return ({ note_id: note }) => (byNote.get(note) ?? []).map(({ id, name, share }) => ({ id, name, share }));
}

type Asked = { note: number; until: Day };

/** What of the instalments that are asked for could not be collected by the end of a day: it lessens what is to be paid, and nobody paid it. G9. */
async function writtenBackOf(ctx: Ctx, asked: readonly Asked[], day: Day): Promise<ReadonlyMap<number, bigint>> {
  const { rows } = await sql<{ note: number; amount: bigint }>`
    select i.note_id as note, sum(s.amount)::bigint as amount
    from unnest(${asked.map(({ note }) => note)}::int[], ${asked.map(({ until }) => until)}::date[]) asked (note, until)
    join open_items i on i.note_id = asked.note and i.due_on <= asked.until and i.branch_id = any(${[...ctx.scope]}::int[])
    join settlements s on s.item_id = i.id and s.day <= ${day}::date and s.entry_id = any(${writtenBackBy(ctx)})
    group by 1`.execute(ctx.db);
  return new Map(rows.map(({ note, amount }) => [note, amount]));
}

type Unmet = (typeof UNMET)[number];
const isUnmet = (state: WarrantyState): state is Unmet => state !== 'MET';

const warrantyOf = (note: Stored): Warranty => ({ kind: note.warranty_kind, days: note.warranty_days });
const payBy = (note: Stored): Day => warrantyDay(warrantyOf(note), note.cover_from);
/** The day on which the last of what is asked for falls due. */
const askedUntil = (note: Stored, schedule: readonly SettledInstalment[]): Day =>
  askedByWarranty(schedule, payBy(note)).at(-1)?.dueOn ?? payBy(note);

type Standing = { today: Day; schedule: readonly SettledInstalment[]; carriers: Carrier[]; writtenBack: bigint };

/** A note whose warranty is not met. */
function unmet(note: Stored, { today, schedule, carriers, writtenBack }: Standing): Listed {
  const warranty = warrantyOf(note);
  const state = warrantyState(warranty, { from: note.cover_from, today, schedule });
  if (!isUnmet(state)) throw new Error(`The warranty of note ${note.number} is met.`);
  const day = payBy(note);
  const due = sum(askedByWarranty(schedule, day).map((one) => one.amount)) - writtenBack;
  const open = openUnderWarranty(schedule, day);
  return {
    state,
    policy: { id: note.policy_id, name: note.policy },
    insured: note.insured,
    insured_id: note.insured_id,
    reinsured: { id: note.reinsured_id, name: note.reinsured },
    note: { id: note.note_id, number: note.number },
    kind: warranty.kind,
    day,
    days: daysBetween(today, day),
    due_to: askedUntil(note, schedule),
    securities: carriers.map(({ name, share }) => `${name} ${formatRate(share)}%`).join(', '),
    carriers,
    currency: note.currency,
    due,
    paid: due - open,
    open,
    base_open: divideRounded(open * note.base_amount, note.amount),
  };
}

const dayOf = (ctx: Ctx, { query }: Input): Day => query.asat ?? ctx.today;
const besideOf = (ctx: Ctx, input: Input): Day | undefined => besideOn(input.query.beside, dayOf(ctx, input));

type Found<R> = { count: number; rows: R[] };

async function listedOn(ctx: Ctx, wanted: Wanted): Promise<Found<Listed>> {
  const { asAt: today } = wanted;
  const notes = await shortNotes(ctx, wanted);
  const schedules = await schedulesOf(
    ctx,
    notes.map((note) => note.note_id),
    today,
  );
  const carriers = await carriersOf(ctx, notes, today);
  const scheduleOf = (note: Stored) => schedules.get(note.note_id) ?? [];
  const asked = notes.map((note) => ({ note: note.note_id, until: askedUntil(note, scheduleOf(note)) }));
  const writtenBack = await writtenBackOf(ctx, asked, today);
  const rows = notes.map((note) =>
    unmet(note, {
      today,
      schedule: scheduleOf(note),
      carriers: carriers(note),
      writtenBack: writtenBack.get(note.note_id) ?? 0n,
    }),
  );
  return { count: notes[0]?.count ?? 0, rows };
}

type Known = { id: number; posted_on: Day; counts: boolean };

/** Notes with the days on which they were posted, and whether they count at the end of a day. */
async function knownAt(ctx: Ctx, notes: readonly number[], day: Day): Promise<ReadonlyMap<number, Known>> {
  const { rows } = await sql<Known>`
    select n.id, n.posted_on, ${issuedBy(ctx, day)} as counts from notes n
    where n.id = any(${[...notes]}::int[]) and n.branch_id = any(${[...ctx.scope]}::int[])`.execute(ctx.db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** What of the instalments that are asked for is open on each note at the end of a day, whether or not its warranty still runs. */
async function openOn(ctx: Ctx, rows: readonly Listed[], day: Day): Promise<(row: Listed) => bigint> {
  const ids = rows.map(({ note }) => note.id);
  const [schedules, known] = [await schedulesOf(ctx, ids, day), await knownAt(ctx, ids, day)];
  return ({ note: { id }, day: by }) =>
    (known.get(id)?.posted_on ?? day) > day ? 0n : openUnderWarranty(schedules.get(id) ?? [], by);
}

/** The list of a day beside what it was on another one; notes of that one alone say why they are not on this. */
async function laidBeside(ctx: Ctx, input: Input, other: Day): Promise<Row[]> {
  const day = dayOf(ctx, input);
  const { security } = input.query;
  const { rows: own } = await listedOn(ctx, { security, asAt: day, most: null });
  const { rows: others } = await listedOn(ctx, { security, asAt: other, most: null });
  const all = [...own, ...others];
  const [now, then] = [await openOn(ctx, all, day), await openOn(ctx, all, other)];
  const known = await knownAt(
    ctx,
    others.map(({ note }) => note.id),
    day,
  );
  const reasonOf = (row: Listed): Row['state'] => {
    const { posted_on: posted = day, counts = false } = known.get(row.note.id) ?? {};
    if (posted > day) return 'LATER';
    return counts && now(row) <= 0n ? 'MET' : 'ENDED';
  };
  const laid = besideOther(own, others, {
    key: ({ note }) => String(note.id),
    amount: ({ open }) => open,
    gone: (row) => ({ ...emptied(warrantyTable, row), state: reasonOf(row), days: daysBetween(day, row.day) }),
  });
  return laid.map((row) => ({ ...row, booked: now(row) - then(row) === row.change }));
}

async function warrantiesOf(ctx: Ctx, input: Input, { most, length }: Page): Promise<Found<Row>> {
  const other = besideOf(ctx, input);
  if (other !== undefined) {
    const rows = await laidBeside(ctx, input, other);
    return { count: rows.length, rows: rows.slice(0, length) };
  }
  const { security } = input.query;
  const { count, rows } = await listedOn(ctx, { security, asAt: dayOf(ctx, input), most, length });
  return { count, rows: rows.map((row) => ({ ...row, beside: null, change: null, booked: false })) };
}

async function securityOf(ctx: Ctx, id: number): Promise<string> {
  const { name } = await ctx.db
    .selectFrom('parties')
    .select('name')
    .where('id', '=', id)
    .where('kind', '=', 'SECURITY')
    .executeTakeFirstOrThrow(notFound);
  return name;
}

async function reply(ctx: Ctx, input: Input): Promise<Reply<typeof warrantiesCall>> {
  const { security, length } = input.query;
  if (security !== undefined) await securityOf(ctx, security);
  const base = ctx.firm.baseCurrency;
  const { count, rows } = await warrantiesOf(ctx, input, { most: MOST + 1, length });
  return {
    as_at: dayOf(ctx, input),
    base_currency: base,
    ...(await firstShown(ctx, rows, { table: warrantyTable, rowOf: (row) => row })),
    ...(length !== undefined && { count: Math.min(count, MOST), ...(count > MOST && { more: true }) }),
  };
}

/** How many are broken, and how many fall due; the most urgent are counted first, to a thousand. */
export async function countedWarranties(ctx: Ctx): Promise<Reply<typeof countWarranties>> {
  const { rows } = await warrantiesOf(ctx, { params: {}, query: {}, body: undefined }, { most: MOST_WAITING + 1 });
  const counted = (state: Unmet) => rows.slice(0, MOST_WAITING).filter((row) => row.state === state).length;
  return {
    broken: counted('BROKEN'),
    falling_due: counted('FALLING_DUE'),
    ...(rows.length > MOST_WAITING && { more: true }),
  };
}

/** Premium warranties that are broken, falling due or running, by the day that the premium is to be paid by. §2, §7. */
export const warranties = report({
  endpoint: warrantiesCall,
  table: warrantyTable,
  name: 'premium-warranties',
  title: 'Premium warranties',
  period: (ctx, input) => `As at ${writtenDay(dayOf(ctx, input))}`,
  facts: async (ctx, input) => {
    const { security } = input.query;
    const beside = besideOf(ctx, input);
    return [
      fact('Security', security === undefined ? 'All securities' : await securityOf(ctx, security)),
      besideFact(beside),
    ];
  },
  leaves: leftBeside,
  reply,
  rows: async (ctx, input) => (await warrantiesOf(ctx, input, { most: null })).rows,
});
