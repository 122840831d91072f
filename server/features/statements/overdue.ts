import { type RawBuilder, sql } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { firstOf } from '../../../domain/errors.ts';
import {
  type SettledInstalment,
  type Warranty,
  WARRANTY_LABELS,
  warrantyDay,
} from '../../../domain/placements/instalments.ts';
import { MOST_WAITING, waitingOf } from '../../../domain/reports/work.ts';
import type { countReminders, planReminders } from '../../../domain/statements/contract.ts';
import { type ReminderDays, reminderDue, type ReminderLevel, stoppedOn } from '../../../domain/statements/reminders.ts';
import { addDays, type Day, daysBetween } from '../../../domain/values/day.ts';
import { COUNTED } from '../../../domain/tables/counted.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { every, idsWith, searchKey, when } from '../../platform/http/lists.ts';
import { planOnce } from '../../platform/http/transaction.ts';
import { accountsOf } from '../firm/chart.ts';
import { HISTORY_INSURED, HISTORY_OF_NOTE } from '../ledger/history.ts';
import { schedulesOf, shortOfWarranty } from '../ledger/schedules.ts';
import { POLICY_TEXTS } from '../placements/lists.ts';
import { contains } from '../registers/page.ts';
import type { ReportQuery } from '../reports/paging.ts';

type Stored = {
  id: number;
  note_id: number;
  number: string;
  policy_id: number | null;
  policy: string | null;
  insured: string;
  insured_id: number | null;
  party_id: number;
  party: string;
  due_on: Day;
  currency: string;
  outstanding: bigint;
  warranty_kind: Warranty['kind'] | null;
  warranty_days: number | null;
  cover_from: Day | null;
  last_level: ReminderLevel | null;
  last_on: Day | null;
  /** A letter about it is being made. */
  waiting: boolean;
};

/** An overdue instalment of a reinsured's debit note, with the letters it had and what its warranty says. */
export type Overdue = Stored & {
  late: number;
  warranty: { label: string; day: Day } | null;
  /** The warranty day, where reminders stopped on it. */
  stopped: Day | null;
};

const SENT = sql`reminder_lines x where x.live and x.sent_on is not null`;
const LAST_SENT = sql`${SENT} and x.open_item_id = i.id order by x.sent_on desc, x.letter_id desc limit 1`;
/** The last letter that an item had, looked up for each: where few are read, or the first of many. */
const LAST = sql`left join lateral (select x.level, x.sent_on from ${LAST_SENT}) l on true`;
/** The same where all are read: half a million look-ups would take longer than the rest. */
const LAST_OF_ALL = sql`left join (
    select distinct on (x.open_item_id) x.open_item_id, x.level, x.sent_on from ${SENT}
    order by x.open_item_id, x.sent_on desc, x.letter_id desc) l on l.open_item_id = i.id`;
const OF_REINSURED = sql`join parties r on r.id = i.party_id and r.kind = 'REINSURED'`;
/** Where overdue instalments of a reinsured's premium lie. */
const OVERDUE = sql`open_items i join notes n on n.id = i.note_id ${OF_REINSURED}`;
const WAITING = sql`exists (select 1 from reminder_lines w where w.open_item_id = i.id and w.live and w.sent_on is null)`;
const isOverdue = (ctx: Ctx, before: Day) => sql`
  i.branch_id = any(${[...ctx.scope]}::int[]) and i.account = any(${accountsOf('PREMIUM_RECEIVABLE')}) and i.outstanding > 0
    and i.due_on < ${before}::date`;
const OF_PREMIUM = sql`n.purpose = 'PREMIUM' and n.kind = 'DN' and n.status = 'ISSUED' and n.debit_note_id is null`;

/** Overdue instalments of premium in the request's branches; all, or some by their ids. A foreign id is not there. */
async function storedOverdue(ctx: Ctx, only: RawBuilder<unknown>): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    select i.id, i.note_id, n.number, p.id as policy_id, p.broker_reference as policy, coalesce(d.name, ${HISTORY_INSURED}) as insured, d.id as insured_id,
      r.id as party_id, r.name as party, i.due_on, i.currency, i.outstanding, p.warranty_kind, p.warranty_days,
      n.warranty_day - p.warranty_days as cover_from, l.level as last_level, l.sent_on as last_on,
      ${WAITING} as waiting
    from ${OVERDUE} ${LAST} left join policies p on p.id = n.policy_id
      left join parties d on d.id = p.current_insured_id ${HISTORY_OF_NOTE}
    where ${isOverdue(ctx, ctx.today)} and ${OF_PREMIUM}
      and ${only}
    order by r.name_key, r.id, i.due_on, i.id`.execute(ctx.db);
  return rows;
}

function withWarranty(
  row: Stored,
  { today, schedule }: { today: Day; schedule: readonly SettledInstalment[] },
): Overdue {
  const late = daysBetween(row.due_on, today);
  const { warranty_kind: kind, warranty_days: days, cover_from: from } = row;
  if (kind === null || days === null || from === null) return { ...row, late, warranty: null, stopped: null };
  const warranty: Warranty = { kind, days };
  return {
    ...row,
    late,
    warranty: { label: WARRANTY_LABELS[kind].toLowerCase(), day: warrantyDay(warranty, from) },
    stopped: stoppedOn(warranty, { from, today, schedule }),
  };
}

/** Overdue instalments as they are now; all of them, or those with some ids. M12. */
export async function overdueOf(ctx: Ctx, ids?: readonly number[]): Promise<Overdue[]> {
  const rows = await storedOverdue(ctx, ids === undefined ? sql`true` : sql`i.id = any(${[...ids]}::int[])`);
  const warranted = rows.filter((row) => row.warranty_kind !== null);
  const schedules = await schedulesOf(
    ctx,
    warranted.map((row) => row.note_id),
  );
  return rows.map((row) => withWarranty(row, { today: ctx.today, schedule: schedules.get(row.note_id) ?? [] }));
}

type Proposed = Overdue & { level: ReminderLevel };

/** Those of them that a letter is due for today, with its level. M12. */
export function proposedAmong(rows: readonly Overdue[], today: Day, days: ReminderDays): Proposed[] {
  return rows.flatMap((row) => {
    const last = row.last_level && row.last_on ? { level: row.last_level, on: row.last_on } : null;
    const level = reminderDue({ dueOn: row.due_on, today, last }, days);
    return level === null || row.waiting ? [] : [{ ...row, level }];
  });
}

/** From how many days overdue the firm reminds. */
export async function reminderDaysOf(ctx: Ctx): Promise<ReminderDays> {
  return ctx.db
    .selectFrom('firm')
    .select(['reminder_first_days as first', 'reminder_second_days as second', 'reminder_final_days as final'])
    .executeTakeFirstOrThrow();
}

/**
 * Whether the warranty day of a note is here and what its warranty asks for is not settled: `stoppedOn` of an item
 * `i` of a note `n`.
 */
const isStopped = (ctx: Ctx) => {
  const short = shortOfWarranty(ctx, { note: sql`i.note_id`, by: sql`n.warranty_day`, day: ctx.today });
  return sql<boolean>`coalesce(case when n.warranty_day <= ${ctx.today}::date then ${short} end, false)`;
};

/** Which instalments a letter is due for, as a condition: `joined` beside their last letters `l`, for all; `alone` where the first are looked for. */
type IsDue = { joined: RawBuilder<unknown>; alone: RawBuilder<unknown> };

/**
 * Which instalments a letter is due for today: `reminderDue` for all of them at once, as `isStopped` is `stoppedOn`; a test holds
 * both against them. Most had no letter: what the last one was is asked of the others alone where it is not joined. M12.
 */
async function isDueToday(ctx: Ctx): Promise<IsDue> {
  const { first, second, final } = await reminderDaysOf(ctx);
  const overdue = isOverdue(ctx, addDays(ctx.today, 1 - first));
  const nextAfter = (last: 'l' | 'x') => {
    const [level, sentOn] = [sql.ref(`${last}.level`), sql.ref(`${last}.sent_on`)];
    const after = (days: number, since: number) =>
      sql`i.due_on <= ${addDays(ctx.today, -days)}::date and ${sentOn} <= ${addDays(ctx.today, since - days)}::date`;
    return sql`case ${level} when 'FIRST' then ${after(second, first)} when 'SECOND' then ${after(final, second)} else ${level} is null end`;
  };
  return {
    joined: sql`${overdue} and not ${WAITING} and ${nextAfter('l')}`,
    alone: sql`${overdue} and case when exists (select 1 from reminder_lines w where w.open_item_id = i.id and w.live)
      then not ${WAITING} and (select ${nextAfter('x')} from ${LAST_SENT}) else true end`,
  };
}

/** Instalments of which `due` says that a letter is due for them today, as a query, with its level and what their warranty says. */
const dueToday = (ctx: Ctx, due: RawBuilder<unknown>, last = LAST_OF_ALL): RawBuilder<unknown> => sql`
  select i.id, i.branch_id, i.note_id, i.party_id, r.name_key as party_key, i.due_on, i.currency, i.outstanding, l.sent_on as last,
    case l.level when 'FIRST' then 'SECOND' when 'SECOND' then 'FINAL' else 'FIRST' end as level,
    case l.level when 'FIRST' then 2 when 'SECOND' then 3 else 1 end as step, n.warranty_day as warranty, ${isStopped(ctx)} as stopped
  from ${OVERDUE} ${last}
  where ${due} and ${OF_PREMIUM}`;

/**
 * Items of a branch and an account, of one party where that is said, of which `due` says that a letter is due for them; an index has them in an order that begins with
 * their days. A note is looked up for each (offset 0), since the planner thinks that few are left; premium that is owed by a note of its own is a reinsured's.
 */
const dueOfAccount = (due: RawBuilder<unknown>, party = sql`true`) => sql`
  select i.id, i.due_on from open_items i cross join lateral (select from notes n where n.id = i.note_id and ${OF_PREMIUM} offset 0) n
  where i.branch_id = branch.id and i.account = own.code and ${party} and i.note_id is not null and ${due}`;
/** Each branch and account gives its own. */
const eachAccount = (ctx: Ctx) =>
  sql`unnest(${[...ctx.scope]}::int[]) as branch (id) cross join unnest(${accountsOf('PREMIUM_RECEIVABLE')}) as own (code)`;

/** The first instalments of which `due` says that a letter is due for them, by their days. */
const firstDue = (ctx: Ctx, due: RawBuilder<unknown>, most: number) =>
  sql`${eachAccount(ctx)} cross join lateral (${dueOfAccount(due)} order by i.due_on limit ${most}) d`;
/** How many there are, as far as `most`, in whatever order an index has them. */
const countDue = (ctx: Ctx, due: RawBuilder<unknown>, most: number) =>
  sql`(select count(*) from (select from ${eachAccount(ctx)} cross join lateral (${dueOfAccount(due)} limit ${most}) d limit ${most}) x)`;

/** The first instalments that a letter is due for, in an order of their list that an index has. */
type InOrder = (ctx: Ctx, due: RawBuilder<unknown>, reach: RawBuilder<unknown>) => RawBuilder<unknown>;
const byDay =
  (direction: RawBuilder<unknown>): InOrder =>
  (ctx, due, reach) =>
    sql`
    select d.id from ${eachAccount(ctx)} cross join lateral (${dueOfAccount(due)} order by i.due_on ${direction}, i.id ${direction} limit ${reach}) d
    order by d.due_on ${direction}, d.id ${direction} limit ${reach}`;
const byParty: InOrder = (ctx, due, reach) => sql`
  select d.id from parties r cross join lateral (
    select o.id, o.due_on from ${eachAccount(ctx)} cross join lateral (
      ${dueOfAccount(due, sql`i.party_id = r.id`)} order by i.due_on, i.id limit ${reach}) o
    order by o.due_on, o.id limit ${reach}) d
  where r.kind = 'REINSURED' and r.merged_into is null order by r.name_key, r.id, d.due_on, d.id limit ${reach}`;
export const DEFAULT_SORT = 'party,asc;due_on,asc';
const BY_INDEX: Readonly<Record<string, InOrder>> = {
  [DEFAULT_SORT]: byParty,
  'due_on,asc': byDay(sql``),
  'due_on,desc': byDay(sql`desc`),
};

/** How many instalments a letter is due for today, to a thousand, and when the oldest of them was due. M12. */
export async function remindersDue(ctx: Ctx): Promise<Reply<typeof countReminders>> {
  await planOnce(ctx.db);
  const { alone: due } = await isDueToday(ctx);
  const { rows } = await sql<{ found: number; oldest: Day | null }>`
    select ${countDue(ctx, due, MOST_WAITING + 1)}::int as found, (select min(d.due_on) from ${firstDue(ctx, due, 1)}) as oldest`.execute(
    ctx.db,
  );
  const { found, oldest: first } = firstOf(rows);
  return { ...waitingOf(found), oldest: first };
}

/** What the list of reminders is narrowed to. */
type ReminderFilters = NonNullable<Decoded<typeof planReminders>['body']['all']>;

/** The notes and texts of placements of rows `d` of a table, as they are searched. */
const SEARCHED = sql`join notes n on n.id = d.note_id left join policy_texts p on p.id = n.policy_id`;

/** What a search finds: rows `d` of all, with what is joined to them; where many are found, items `i` as well, each asked for itself. */
type Sought = { condition: RawBuilder<unknown> } & (
  | { joins?: undefined }
  | { joins: RawBuilder<unknown>; alone: RawBuilder<unknown> }
);

/**
 * Rows `d` of a table by the party, by how the number of the note begins or ends, or by the text of the policy: by ids, which an index has, as long as not more policies or notes are
 * found than are counted.
 */
async function soughtBy(ctx: Ctx, text: string): Promise<Sought> {
  const policies = await idsWith(ctx, POLICY_TEXTS, text);
  const { rows } = await sql<{ parties: number[]; numbered: number[]; of: number[] }>`
    select array(select t.id from parties t where ${contains(sql`t.search_text`, text)}) as parties,
      array(select notes_matching(${text}, ${COUNTED + 1})) as numbered,
      array(select n.id from notes n where n.policy_id = any(${policies ?? '{}'}::int[])) as of`.execute(ctx.db);
  const { parties, numbered, of } = firstOf(rows);
  if (policies !== null && numbered.length <= COUNTED)
    return { condition: sql`(d.party_id = any(${parties}::int[]) or d.note_id = any(${[...numbered, ...of]}::int[]))` };
  const isNumbered = sql`(starts_with(lower(n.number), ${text}) or starts_with(reverse(lower(n.number)), reverse(${text})))`;
  const found = sql`${isNumbered} or ${contains(sql`p.search_text`, text)}`;
  return {
    condition: sql`(d.party_id = any(${parties}::int[]) or ${found})`,
    joins: SEARCHED,
    alone: sql`(i.party_id = any(${parties}::int[]) or (select ${found} from notes n left join policy_texts p on p.id = n.policy_id where n.id = i.note_id))`,
  };
}

/** What a letter is due for today as far as filters leave it, as a table `found`; how many there are before the filters, where some are set. */
export async function remindersFound(
  ctx: Ctx,
  filters: ReminderFilters & { sort?: string | undefined },
): Promise<Pick<ReportQuery, 'ctes' | 'total' | 'near'>> {
  const { policies } = filters;
  const text = searchKey(filters.searchValue ?? '');
  const sought = text === '' ? undefined : await soughtBy(ctx, text);
  const ofItem = (row: 'd' | 'i') =>
    every([
      when(filters.party, (id) => sql`${sql.ref(`${row}.party_id`)} = ${id}`),
      when(filters.currency, (code) => sql`${sql.ref(`${row}.currency`)} = ${code}`),
    ]);
  const narrowed = every([
    when(filters.level, (level) => sql`d.level = ${level}`),
    // A warranty day that is not here stops nothing, which an index knows.
    when(filters.stopped, (stopped) =>
      stopped === 'yes' ? sql`d.stopped and d.warranty <= ${ctx.today}::date` : sql`not d.stopped`,
    ),
    policies &&
      sql`exists (select 1 from notes n where n.id = d.note_id and n.policy_id = any(${[...policies]}::int[]))`,
  ]);
  const conditions = every([ofItem('d'), narrowed, sought?.condition]);
  const isDue = await isDueToday(ctx);
  const due = dueToday(ctx, isDue.joined);
  const first = BY_INDEX[filters.sort ?? DEFAULT_SORT];
  const nearest = (alone: RawBuilder<unknown>, comesAgain: boolean) =>
    first && {
      ctes: (reach: RawBuilder<unknown>) => sql`
        first as materialized (${first(ctx, alone, reach)}),
        found as (${dueToday(ctx, sql`i.id = any(array(select id from first))`, LAST)})`,
      count: countDue(ctx, alone, COUNTED + 1),
      comesAgain,
    };
  if (!conditions) return { ctes: sql`found as (${due})`, near: nearest(isDue.alone, true) };
  return {
    ctes: sql`found as (select d.* from (${due}) d ${sought?.joins ?? sql``} where ${conditions})`,
    // Of many that a text finds the first are soon met.
    near:
      !narrowed && sought?.joins ? nearest(sql`${every([isDue.alone, ofItem('i'), sought.alone])}`, false) : undefined,
    // As far as they are counted: filters are not to read what they leave out.
    total: countDue(ctx, isDue.alone, COUNTED + 1),
  };
}

/** An instalment that a letter is due for, as it is sent: to whom, of which level. */
export type Due = {
  id: number;
  note_id: number;
  number: string;
  party_id: number;
  party: string;
  level: ReminderLevel;
  stopped: boolean;
};

/** All that filters leave, in the order of the letters. What a warranty day stopped is among them where that is what they say. */
export async function allDue(ctx: Ctx, filters: ReminderFilters): Promise<Due[]> {
  const { ctes } = await remindersFound(ctx, { ...filters, stopped: filters.stopped ?? 'no' });
  const { rows } = await sql<Due>`
    with ${ctes}
    select f.id, f.note_id, n.number, f.party_id, r.name as party, f.level, f.stopped
    from found f join notes n on n.id = f.note_id join parties r on r.id = f.party_id
    order by f.party_key, f.party_id, f.due_on, f.id`.execute(ctx.db);
  return rows;
}
