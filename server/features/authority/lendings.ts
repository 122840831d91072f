import { sql, type RawBuilder } from 'kysely';
import type * as contract from '../../../domain/authority/contract.ts';
import { lendingFaults, lendingStatus, type LendingStatus } from '../../../domain/authority/rules.ts';
import { lendingTable } from '../../../domain/authority/table.ts';
import { assertVersion } from '../../../domain/decisions.ts';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError, invalid, notFound } from '../../../domain/errors.ts';
import { PERMISSION_WORDS } from '../../../domain/permission-words.ts';
import { allows } from '../../../domain/permissions.ts';
import { replyRow, type Sortable, type Values } from '../../../domain/tables/table.ts';
import { list } from '../../platform/exports/list.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { when, type ListDefinition } from '../../platform/http/lists.ts';
import { assertMayHere } from '../decisions.ts';
import { contains, folded } from '../registers/page.ts';
import { worksIn } from './works-in.ts';

type Saved = Reply<typeof contract.saveLending>;
type Row = Values<typeof lendingTable>;
type Stored = Omit<Row, 'status'> & { ended: boolean };

const JOINS = sql`join branches b on b.id = t.branch_id join users u on u.id = t.lender_id join users w on w.id = t.borrower_id`;
const LENDINGS: ListDefinition = {
  table: 'lendings',
  columns: sql`t.id, t.version, b.code as branch, t.permission, json_build_object('id', u.id, 'name', u.name) as lender,
    json_build_object('id', w.id, 'name', w.name) as borrower, t.from_day as "from", t.to_day as "to", t.reason,
    t.ended_at is not null as ended`,
  joins: JOINS,
  sorts: { id: 'id', from: 'from_day', to: 'to_day' } satisfies Record<Sortable<typeof lendingTable>, string>,
  defaultSort: 'id,desc',
  search: (text) =>
    sql`exists (select 1 from users p where p.id in (t.lender_id, t.borrower_id) and ${contains(folded(sql`p.name`), text)})`,
};

const inStatus = (ctx: Ctx): Readonly<Record<LendingStatus, RawBuilder<unknown>>> => ({
  TO_COME: sql`t.ended_at is null and t.from_day > ${ctx.today}`,
  ACTIVE: sql`t.ended_at is null and ${ctx.today} between t.from_day and t.to_day`,
  ENDED: sql`(t.ended_at is not null or t.to_day < ${ctx.today})`,
});

const rowOf = (row: Stored, ctx: Ctx): Row => ({ ...row, status: lendingStatus(row, ctx.today) });

/** The rights that are and were lent in the caller's branches. */
export const lendings = list({
  table: lendingTable,
  name: 'lent-rights',
  title: 'Lent rights',
  definition: () => LENDINGS,
  where: (ctx, { status }: Decoded<typeof contract.lendingItems>['query']) => [
    when(status, (one) => inStatus(ctx)[one]),
  ],
  rowOf,
});

/** What the caller lends and is lent, as far as it has not ended. */
export async function ownLendings(ctx: Ctx): Promise<Reply<typeof contract.ownLendings>> {
  const { rows } = await sql<Stored>`
    select ${LENDINGS.columns} from lendings t ${JOINS}
    where t.branch_id = any(${ctx.scope}::int[]) and ${ctx.user.id} in (t.lender_id, t.borrower_id)
      and t.ended_at is null and t.to_day >= ${ctx.today} order by t.from_day, t.id`.execute(ctx.db);
  return { data: rows.map((row) => replyRow(lendingTable, rowOf(row, ctx), ctx.firm.baseCurrency)) };
}

/** Refuses somebody who does not work in the branch: a loan adds to what a role allows there, and replaces none. */
async function assertWorksHere(ctx: Ctx, borrower: number): Promise<void> {
  if (borrower === ctx.user.id) throw invalid({ field: 'borrower', message: 'Lend it to somebody else.' });
  if (!(await worksIn(ctx, borrower, ctx.branch.id)))
    throw invalid({ field: 'borrower', message: 'Choose somebody who works in this branch.' });
}

/** Lends a right that the lender holds by a role of their own in the active branch, never one that was lent to them. G8. */
export async function lend(ctx: Ctx, { body }: Decoded<typeof contract.saveLending>): Promise<Saved> {
  assertMayHere(ctx, 'users.lend');
  const { borrower, permission, from, to, reason } = body;
  if (!allows(ctx.user.roles.get(ctx.branch.id) ?? [], permission))
    throw new AppError('BEYOND_OWN_RIGHTS', { rights: PERMISSION_WORDS[permission].label.toLowerCase() });
  const faults = lendingFaults({ from, to }, ctx.today);
  if (faults.length > 0) throw invalid(...faults);
  await assertWorksHere(ctx, borrower);
  const { id } = await ctx.db
    .insertInto('lendings')
    .values({
      branch_id: ctx.branch.id,
      permission,
      lender_id: ctx.user.id,
      borrower_id: borrower,
      from_day: from,
      to_day: to,
      reason,
      lent_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await ctx.audit({
    entity: 'user',
    entityId: borrower,
    branchId: ctx.branch.id,
    action: 'right_lent',
    facts: { lending: id, permission, from, to },
    // It may tell of somebody’s health or family.
    personal: { reason },
  });
  return { id, version: 1, status: lendingStatus({ from, to, ended: false }, ctx.today) };
}

/** Ends a loan at once: its lender's right, and root's. */
export async function endLending(ctx: Ctx, { params, body }: Decoded<typeof contract.endLending>): Promise<Saved> {
  const loan = await ctx.db
    .selectFrom('lendings')
    .selectAll()
    .where('id', '=', params.id)
    .where('branch_id', 'in', ctx.scope)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound);
  if (loan.lender_id !== ctx.user.id && !ctx.user.isRoot) throw new AppError('FORBIDDEN');
  assertVersion(loan.version, body.version);
  const { id, branch_id: branchId, borrower_id: borrower, permission } = loan;
  const days = { from: loan.from_day, to: loan.to_day };
  if (lendingStatus({ ...days, ended: loan.ended_at !== null }, ctx.today) === 'ENDED')
    throw new AppError('WRONG_STATE', { status: 'ended', action: 'ending it' });
  const version = loan.version + 1;
  await ctx.db
    .updateTable('lendings')
    .set({ ended_at: ctx.now, ended_by: ctx.user.id, version })
    .where('id', '=', id)
    .execute();
  const facts = { lending: id, permission, ...days };
  await ctx.audit({ entity: 'user', entityId: borrower, branchId, action: 'lending_ended', facts });
  return { id, version, status: 'ENDED' };
}
