import { sql } from 'kysely';
import type * as contract from '../../../domain/authority/contract.ts';
import { limitTable } from '../../../domain/authority/table.ts';
import { assertVersion } from '../../../domain/decisions.ts';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { invalid, notFound } from '../../../domain/errors.ts';
import { replyRow, type Values } from '../../../domain/tables/table.ts';
import { parseAmount } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';

type Saved = Reply<typeof contract.saveLimit>;

/** The limits of authority, by role and kind. */
export async function listLimits(ctx: Ctx): Promise<Reply<typeof contract.limitItems>> {
  const { rows } = await sql<Values<typeof limitTable>>`
    select l.id, l.version, o.name as role, l.kind, l.amount
    from authority_limits l join roles o on o.code = l.role order by o.name, l.kind`.execute(ctx.db);
  const currency = ctx.firm.baseCurrency;
  return { currency, data: rows.map((row) => replyRow(limitTable, row, currency)) };
}

function amountIn(ctx: Ctx, typed: string): bigint {
  const amount = parseAmount(typed, ctx.firm.baseCurrency);
  if (typeof amount !== 'bigint' || amount <= 0n)
    throw invalid({ field: 'amount', message: 'Enter an amount of more than 0.' });
  return amount;
}

/** Sets a limit of a role that is in use; root has none. */
export async function addLimit(ctx: Ctx, { body }: Decoded<typeof contract.saveLimit>): Promise<Saved> {
  const { role, kind } = body;
  const amount = amountIn(ctx, body.amount);
  const known = await ctx.db
    .selectFrom('roles')
    .select('id')
    .where('code', '=', role)
    .where('status', '=', 'ACTIVE')
    .executeTakeFirst();
  if (!known) throw invalid({ field: 'role', message: 'Choose a role.' });
  if (role === 'ROLE_ROOT') throw invalid({ field: 'role', message: 'Root has no limit.' });
  const { id } = await ctx.db
    .insertInto('authority_limits')
    .values({ role, kind, amount })
    .returning('id')
    .executeTakeFirstOrThrow();
  await ctx.audit({ entity: 'authority_limit', entityId: id, action: 'added', facts: { role, kind, amount } });
  return { id, version: 1, status: 'ACTIVE' };
}

async function lockLimit(ctx: Ctx, id: number) {
  return ctx.db
    .selectFrom('authority_limits')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound);
}

export async function changeLimit(ctx: Ctx, { body }: Decoded<typeof contract.editLimit>): Promise<Saved> {
  const { id, role, kind, amount: before, version: current } = await lockLimit(ctx, body.id);
  assertVersion(current, body.version);
  const amount = amountIn(ctx, body.amount);
  const version = current + 1;
  await ctx.db.updateTable('authority_limits').set({ amount, version }).where('id', '=', id).execute();
  const facts = { role, kind, before, after: amount };
  await ctx.audit({ entity: 'authority_limit', entityId: id, action: 'edited', facts });
  return { id, version, status: 'ACTIVE' };
}

export async function dropLimit(ctx: Ctx, { params }: Decoded<typeof contract.removeLimit>): Promise<Saved> {
  const { id, role, kind, amount, version } = await lockLimit(ctx, params.id);
  await ctx.db.deleteFrom('authority_limits').where('id', '=', id).execute();
  await ctx.audit({
    entity: 'authority_limit',
    entityId: id,
    action: 'deleted',
    facts: { role, kind, before: amount },
  });
  return { id, version, status: 'REMOVED' };
}
