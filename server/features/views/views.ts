import { assertVersion } from '../../../domain/decisions.ts';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError, invalid, notFound } from '../../../domain/errors.ts';
import {
  type deleteView,
  type editView,
  MOST_VIEWS,
  NO_SUCH_LIST,
  type openWithView,
  type saveView,
  type viewItems,
} from '../../../domain/views/contract.ts';
import { letsIn } from '../../../domain/permissions.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { Lists } from './viewed.ts';

type View = Reply<typeof saveView>;

const sees = (ctx: Ctx, lists: Lists, list: string): boolean => {
  const listed = lists().get(list);
  return listed !== undefined && letsIn(listed.access, (one) => ctx.can(one, ctx.branch.id));
};

/** Refuses who may not look at the list itself, and a list that there is none of. */
export function assertSees(ctx: Ctx, lists: Lists, list: string): void {
  if (!lists().has(list)) throw invalid({ field: 'list', message: NO_SUCH_LIST });
  if (!sees(ctx, lists, list)) throw new AppError('FORBIDDEN');
}

const viewsQuery = (ctx: Ctx) =>
  ctx.db
    .selectFrom('saved_views as v')
    .innerJoin('users as u', 'u.id', 'v.user_id')
    .leftJoin('opening_views as o', (join) => join.onRef('o.view_id', '=', 'v.id').on('o.user_id', '=', ctx.user.id))
    .select(['v.id', 'v.version', 'v.list', 'v.name', 'v.query', 'v.shared', 'v.user_id', 'u.name as maker'])
    .select(['v.branch_id', 'o.view_id as opening'])
    .where('v.branch_id', '=', ctx.branch.id)
    .where('v.branch_id', 'in', ctx.scope)
    .where((e) => e.or([e('v.shared', '=', true), e('v.user_id', '=', ctx.user.id)]));

type Row = Awaited<ReturnType<ReturnType<typeof viewsQuery>['execute']>>[number];

const isOwn = (ctx: Ctx, { user_id: maker }: Pick<Row, 'user_id'>) => maker === ctx.user.id;
const mayDelete = (ctx: Ctx, row: Pick<Row, 'user_id'>) => isOwn(ctx, row) || ctx.user.isRoot;

const shown = (ctx: Ctx, row: Row): View => {
  const { user_id: id, maker: name, branch_id: _branch, opening, ...view } = row;
  return {
    ...view,
    opens: opening !== null,
    made_by: { id, name },
    may_edit: isOwn(ctx, row),
    may_delete: mayDelete(ctx, row),
  };
};

/** The views of a list in the active branch, by name: the caller's own, and those that others share. Of no list those with which the caller's open. */
export async function viewsOf(
  ctx: Ctx,
  { query: { list } }: Decoded<typeof viewItems>,
  lists: Lists,
): Promise<Reply<typeof viewItems>> {
  if (list !== undefined) assertSees(ctx, lists, list);
  const views = viewsQuery(ctx);
  const rows = await (list === undefined ? views.where('o.view_id', 'is not', null) : views.where('v.list', '=', list))
    .orderBy('v.name')
    .orderBy('v.id')
    .limit(10 * MOST_VIEWS)
    .execute();
  return { data: rows.filter((row) => sees(ctx, lists, row.list)).map((row) => shown(ctx, row)) };
}

/** A view that the caller sees, locked; another's own is not there. */
async function lockView(ctx: Ctx, id: number, lists: Lists): Promise<Row> {
  const row = await viewsQuery(ctx).where('v.id', '=', id).forUpdate('v').executeTakeFirstOrThrow(notFound);
  assertSees(ctx, lists, row.list);
  return row;
}

/** The same to look at. */
export async function findView(ctx: Ctx, id: number, lists: Lists): Promise<Row> {
  const row = await viewById(ctx, id);
  assertSees(ctx, lists, row.list);
  return row;
}

type Done = 'saved' | 'edited' | 'set_to_open' | 'set_aside' | 'deleted';
async function record(ctx: Ctx, action: Done, view: Row): Promise<void> {
  const { id, list, shared, name, query } = view;
  // A name and a search may be of people.
  await ctx.audit({
    entity: 'saved_view',
    entityId: id,
    branchId: view.branch_id,
    action,
    facts: { list, shared },
    personal: { name, query },
  });
}

const viewById = (ctx: Ctx, id: number) => viewsQuery(ctx).where('v.id', '=', id).executeTakeFirstOrThrow(notFound);

/** Keeps what a list shows under a name, in the active branch. */
export async function keepView(ctx: Ctx, { body }: Decoded<typeof saveView>, lists: Lists): Promise<View> {
  assertSees(ctx, lists, body.list);
  const own = await ctx.db
    .selectFrom('saved_views')
    .select((e) => e.fn.countAll<bigint>().as('count'))
    .where('user_id', '=', ctx.user.id)
    .where('branch_id', '=', ctx.branch.id)
    .where('list', '=', body.list)
    .executeTakeFirstOrThrow();
  if (own.count >= BigInt(MOST_VIEWS))
    throw invalid({ field: 'name', message: `There are ${MOST_VIEWS} views of this list: delete one first.` });
  const { id } = await ctx.db
    .insertInto('saved_views')
    .values({ ...body, branch_id: ctx.branch.id, user_id: ctx.user.id, made_at: ctx.now, edited_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const view = await viewById(ctx, id);
  await record(ctx, 'saved', view);
  return shown(ctx, view);
}

/** Changes the caller's own view. */
export async function changeView(ctx: Ctx, { body }: Decoded<typeof editView>, lists: Lists): Promise<View> {
  const { id, version, ...fields } = body;
  const row = await lockView(ctx, id, lists);
  if (!isOwn(ctx, row)) throw new AppError('FORBIDDEN');
  assertVersion(row.version, version);
  await ctx.db
    .updateTable('saved_views')
    .set({ ...fields, version: row.version + 1, edited_at: ctx.now })
    .where('id', '=', id)
    .execute();
  const view = await viewById(ctx, id);
  await record(ctx, 'edited', view);
  return shown(ctx, view);
}

/** Deletes a view: the caller's own, or as root one that is shared. */
export async function dropView(
  ctx: Ctx,
  { params }: Decoded<typeof deleteView>,
  lists: Lists,
): Promise<Reply<typeof deleteView>> {
  const row = await lockView(ctx, params.id, lists);
  if (!mayDelete(ctx, row)) throw new AppError('FORBIDDEN');
  await ctx.db.deleteFrom('saved_views').where('id', '=', row.id).execute();
  await record(ctx, 'deleted', row);
  return { id: row.id };
}

/** Opens a list with a view that the caller sees, or without it again: their own setting, whosever the view is. */
export async function openWith(ctx: Ctx, { body }: Decoded<typeof openWithView>, lists: Lists): Promise<View> {
  const row = await lockView(ctx, body.id, lists);
  if ((row.opening !== null) === body.opens) return shown(ctx, row);
  const own = { user_id: ctx.user.id, branch_id: row.branch_id, list: row.list };
  const chosen = { view_id: row.id, chosen_at: ctx.now };
  await (body.opens
    ? ctx.db
        .insertInto('opening_views')
        .values({ ...own, ...chosen })
        .onConflict((conflict) => conflict.columns(['user_id', 'branch_id', 'list']).doUpdateSet(chosen))
        .execute()
    : ctx.db.deleteFrom('opening_views').where('user_id', '=', ctx.user.id).where('view_id', '=', row.id).execute());
  await record(ctx, body.opens ? 'set_to_open' : 'set_aside', row);
  return shown(ctx, { ...row, opening: body.opens ? row.id : null });
}
