import { sql } from 'kysely';
import { assertVersion } from '../../../domain/decisions.ts';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError, invalid, notFound } from '../../../domain/errors.ts';
import type { Sortable, Values } from '../../../domain/tables/table.ts';
import type { Day } from '../../../domain/values/day.ts';
import {
  MAILED_STATES,
  type MailedEvery,
  type MailedStatus,
  nextDue,
  type SendingStatus,
} from '../../../domain/views/schedule.ts';
import * as contract from '../../../domain/views/schedule-contract.ts';
import { list } from '../../platform/exports/list.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { same, type ListDefinition } from '../../platform/http/lists.ts';
import { worksIn } from '../authority/works-in.ts';
import { contains, folded } from '../registers/page.ts';
import { askedBy, type Lists } from '../views/viewed.ts';
import { assertSees, findView } from '../views/views.ts';

/** What a page shows before anything is chosen, or a choice that its list does not have any more. */
const NO_FILE = 'This view has no file: open it, choose what its page asks for, and save it again.';

type Saved = Reply<typeof contract.saveMailed>;
type Fields = Omit<Decoded<typeof contract.saveMailed>['body'], 'view'>;

/** Mailed views that concern the caller: their own, and those that they get; root's are all. */
const concerning = (ctx: Ctx) =>
  ctx.user.isRoot
    ? sql<boolean>`true`
    : sql<boolean>`(t.made_by = ${ctx.user.id} or exists (
        select 1 from view_schedule_users x where x.schedule_id = t.id and x.user_id = ${ctx.user.id}))`;

const definition = (ctx: Ctx): ListDefinition => ({
  table: 'view_schedules',
  columns: sql`t.id, t.version, t.name, t.every, t.status, t.first_on, b.code as branch, u.name as made_by,
    (select count(*)::int from view_schedule_users x where x.schedule_id = t.id and x.left_at is null) as users,
    (select max(x.day) from view_sendings x where x.schedule_id = t.id and x.status in ('SENT', 'QUEUED')) as last_on`,
  joins: sql`join branches b on b.id = t.branch_id join users u on u.id = t.made_by`,
  sorts: { id: 'id' } satisfies Record<Sortable<typeof contract.mailedTable>, string>,
  defaultSort: 'id,desc',
  always: concerning(ctx),
  search: (text) => contains(folded(sql`t.name`), text),
});

type Timed = { every: MailedEvery; first_on: Day; status: MailedStatus };
const nextOf = ({ every, first_on: firstOn, status }: Timed, today: Day): Day | null =>
  status === 'ACTIVE' ? nextDue({ every, firstOn }, today) : null;

/** The mailed views of the caller's branches that concern them. */
export const mailedViews = list({
  table: contract.mailedTable,
  name: 'mailed-views',
  title: 'Mailed views',
  definition,
  where: (_ctx, { status }: Decoded<typeof contract.listMailed>['query']) => [same({ status })],
  rowOf: ({ first_on, ...row }: Omit<Values<typeof contract.mailedTable>, 'next_on'> & Timed, ctx) => ({
    ...row,
    next_on: nextOf({ ...row, first_on }, ctx.today),
  }),
});

type Stored = Timed & {
  id: number;
  counts_from: Day;
  version: number;
  branch_id: number;
  list: string;
  name: string;
  query: string;
  format: 'xlsx' | 'pdf';
  not_empty: boolean;
  made_by: number;
};

/** A mailed view that concerns the caller. One that does not answers like a missing one. */
async function readMailed(ctx: Ctx, id: number, lock: boolean): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select t.id, t.version, t.branch_id, t.list, t.name, t.query, t.every, t.first_on, t.counts_from, t.format, t.not_empty, t.status,
      t.made_by
    from view_schedules t where t.id = ${id} and t.branch_id = any(${[...ctx.scope]}::int[]) and ${concerning(ctx)}
    ${lock ? sql`for update` : sql``}`.execute(ctx.db);
  const [row] = rows;
  if (row === undefined) throw notFound();
  return row;
}

const mayEdit = (ctx: Ctx, { made_by: maker }: Stored) => maker === ctx.user.id || ctx.user.isRoot;

async function sendingsOf(ctx: Ctx, of: Stored): Promise<Reply<typeof contract.getMailed>['sendings']> {
  const { rows } = await sql<{
    day: Day;
    id: number;
    name: string;
    status: SendingStatus;
    message: string | null;
    at: Date;
  }>`
    select s.day, u.id, u.name, s.status, s.message, coalesce(s.settled_at, s.made_at) as at
    from view_sendings s join users u on u.id = s.user_id
    where s.schedule_id = ${of.id} and s.branch_id = any(${[...ctx.scope]}::int[])
      ${mayEdit(ctx, of) ? sql`` : sql`and s.user_id = ${ctx.user.id}`}
    order by s.id desc limit 100`.execute(ctx.db);
  return rows.map(({ id, name, message, ...row }) => ({ ...row, user: { id, name }, message: message ?? '' }));
}

/** One mailed view with who gets it and what became of each day; who only gets it sees their own days. */
export async function mailedRecord(ctx: Ctx, id: number): Promise<Reply<typeof contract.getMailed>> {
  const of = await readMailed(ctx, id, false);
  const branch = await ctx.db
    .selectFrom('branches')
    .select(['id', 'code', 'name'])
    .where('id', '=', of.branch_id)
    .executeTakeFirstOrThrow();
  const users = await ctx.db
    .selectFrom('view_schedule_users as x')
    .innerJoin('users as u', 'u.id', 'x.user_id')
    .select(['u.id', 'u.name', 'x.left_at'])
    .where('x.schedule_id', '=', id)
    .where('x.branch_id', 'in', ctx.scope)
    .orderBy('u.name')
    .execute();
  const maker = await ctx.db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', '=', of.made_by)
    .executeTakeFirstOrThrow();
  const { version, status, name, every, first_on, format, not_empty } = of;
  return {
    id,
    version,
    status,
    branch,
    name,
    every,
    first_on,
    next_on: nextOf(of, ctx.today),
    format,
    not_empty,
    made_by: maker,
    may_edit: mayEdit(ctx, of),
    gets_it: users.some((one) => one.id === ctx.user.id && one.left_at === null),
    users: users.map(({ left_at: left, ...user }) => ({ ...user, left: left !== null })),
    sendings: await sendingsOf(ctx, of),
  };
}

/** People are chosen of those who work in the branch; whether they may see the view is asked when it leaves. */
async function assertPeople(ctx: Ctx, branchId: number, users: readonly number[]): Promise<void> {
  for (const user of users)
    if (!(await worksIn(ctx, user, branchId)))
      throw invalid({ field: 'users', message: 'Choose people who work in this branch.' });
}

/** Who gets it from now on; one who took themselves off and is chosen again is on it again. Who is new to it gets no day that has passed. */
async function writePeople(ctx: Ctx, of: { id: number; branchId: number }, users: readonly number[]): Promise<void> {
  await ctx.db
    .deleteFrom('view_schedule_users')
    .where('schedule_id', '=', of.id)
    .where('branch_id', 'in', ctx.scope)
    .where('user_id', 'not in', users)
    .execute();
  await ctx.db
    .insertInto('view_schedule_users')
    .values(
      [...new Set(users)].map((user) => ({
        schedule_id: of.id,
        branch_id: of.branchId,
        user_id: user,
        counts_from: ctx.today,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['schedule_id', 'user_id'])
        .doUpdateSet({ left_at: null, counts_from: ctx.today })
        .where('view_schedule_users.left_at', 'is not', null),
    )
    .execute();
}

function assertFirstDay(ctx: Ctx, first: Day, kept: Day | null): void {
  if (first < ctx.today && first !== kept)
    throw invalid({ field: 'first_on', message: 'The first day cannot be in the past.' });
}

const columnsOf = ({ users: _users, ...columns }: Fields) => columns;

/** Has a view that the caller sees mailed by the calendar. */
export async function keepMailed(
  ctx: Ctx,
  { body }: Decoded<typeof contract.saveMailed>,
  lists: Lists,
): Promise<Saved> {
  const { view: viewId, ...fields } = body;
  const view = await findView(ctx, viewId, lists);
  const viewed = lists().get(view.list);
  if (viewed !== undefined && askedBy(viewed, view.query, ctx) === undefined)
    throw invalid({ field: 'view', message: NO_FILE });
  assertFirstDay(ctx, fields.first_on, null);
  const branchId = ctx.branch.id;
  await assertPeople(ctx, branchId, fields.users);
  const { list: of, name, query } = view;
  const { id } = await ctx.db
    .insertInto('view_schedules')
    .values({
      ...columnsOf(fields),
      branch_id: branchId,
      list: of,
      name,
      query,
      counts_from: ctx.today,
      made_by: ctx.user.id,
      made_at: ctx.now,
      edited_by: ctx.user.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writePeople(ctx, { id, branchId }, fields.users);
  await ctx.audit({
    entity: 'view_schedule',
    entityId: id,
    branchId,
    action: 'added',
    facts: { list: of, after: fields },
    personal: { name, query },
  });
  return { id, version: 1, status: 'ACTIVE' };
}

async function lockOwn(ctx: Ctx, id: number, version: number): Promise<Stored> {
  const of = await readMailed(ctx, id, true);
  if (!mayEdit(ctx, of)) throw new AppError('FORBIDDEN');
  assertVersion(of.version, version);
  if (of.status === 'STOPPED')
    throw new AppError('WRONG_STATE', { status: MAILED_STATES.STOPPED.label.toLowerCase(), action: 'changing it' });
  return of;
}

/** Changes when it leaves, as what and to whom. Throws STALE, WRONG_STATE. */
export async function changeMailed(
  ctx: Ctx,
  { body }: Decoded<typeof contract.editMailed>,
  lists: Lists,
): Promise<Saved> {
  const { id, version: read, ...fields } = body;
  const of = await lockOwn(ctx, id, read);
  assertSees(ctx, lists, of.list);
  assertFirstDay(ctx, fields.first_on, of.first_on);
  await assertPeople(ctx, of.branch_id, fields.users);
  const version = of.version + 1;
  const sameDays = fields.every === of.every && fields.first_on === of.first_on;
  const counts_from = sameDays ? of.counts_from : ctx.today;
  await ctx.db
    .updateTable('view_schedules')
    .set({ ...columnsOf(fields), counts_from, version, edited_by: ctx.user.id })
    .where('id', '=', id)
    .where('branch_id', 'in', ctx.scope)
    .execute();
  await writePeople(ctx, { id, branchId: of.branch_id }, fields.users);
  const { every, first_on, format, not_empty } = of;
  const facts = { before: { every, first_on, format, not_empty }, after: fields };
  await ctx.audit({ entity: 'view_schedule', entityId: id, branchId: of.branch_id, action: 'edited', facts });
  return { id, version, status: of.status };
}

/** Pauses it, has it go on, or stops it for good. Throws STALE, WRONG_STATE. */
export async function moveMailed(ctx: Ctx, { params, body }: Decoded<typeof contract.moveMailed>): Promise<Saved> {
  const of = await lockOwn(ctx, params.id, body.version);
  const version = of.version + 1;
  const { status } = body;
  const resumed = of.status === 'PAUSED' && status === 'ACTIVE';
  await ctx.db
    .updateTable('view_schedules')
    .set({ status, version, ...(resumed && { counts_from: ctx.today }) })
    .where('id', '=', of.id)
    .where('branch_id', 'in', ctx.scope)
    .execute();
  const facts = { before: of.status, after: status };
  const action = status === 'STOPPED' ? 'stopped' : 'status_changed';
  await ctx.audit({ entity: 'view_schedule', entityId: of.id, branchId: of.branch_id, action, facts });
  return { id: of.id, version, status };
}

/** Takes the caller off it, which makes a new version: a form that was opened before would put them on it again. */
export async function leaveMailed(ctx: Ctx, { params }: Decoded<typeof contract.leaveMailed>): Promise<Saved> {
  const of = await readMailed(ctx, params.id, true);
  const left = await ctx.db
    .updateTable('view_schedule_users')
    .set({ left_at: ctx.now })
    .where('schedule_id', '=', of.id)
    .where('branch_id', 'in', ctx.scope)
    .where('user_id', '=', ctx.user.id)
    .where('left_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  if (left === undefined) throw notFound();
  const version = of.version + 1;
  await ctx.db
    .updateTable('view_schedules')
    .set({ version })
    .where('id', '=', of.id)
    .where('branch_id', 'in', ctx.scope)
    .execute();
  const facts = { user: ctx.user.id };
  await ctx.audit({ entity: 'view_schedule', entityId: of.id, branchId: of.branch_id, action: 'edited', facts });
  return { id: of.id, version, status: of.status };
}
