import { sql } from 'kysely';
import type { Reply } from '../../../domain/endpoint.ts';
import type { previewPlacement } from '../../../domain/interchange/contract.ts';
import type { PlacementFile } from '../../../domain/interchange/placement.ts';
import { nameKey } from '../../../domain/names.ts';
import type { Ctx } from '../../platform/http/context.ts';

const SHOWN = 10;

/**
 * Records of the caller's branches that are the same placement: the firm's own of that number, one with that UMR, or what
 * was made of a file with the same sender and number, or UMR, before. Disabled ones do not count.
 */
export async function existingOf(ctx: Ctx, file: PlacementFile): Promise<Reply<typeof previewPlacement>['existing']> {
  const umr = file.unique_market_reference;
  const sender = nameKey(file.sender.name);
  const own = sender === nameKey(ctx.firm.name);
  const { rows } = await sql<Reply<typeof previewPlacement>['existing'][number]>`
    select p.id, p.market, p.broker_reference as reference, p.status from policies p
    where p.branch_id = any(${ctx.scope}::int[]) and p.status <> 'DISABLED' and p.id in (
      select o.id from policies o where ${own} and o.broker_reference = ${file.record.number}
      union select s.policy_id from slips s where s.umr = ${umr}
      union select i.policy_id from interchange_imports i
        where i.branch_id = any(${ctx.scope}::int[])
          and ((i.number = ${file.record.number} and i.sender_key = ${sender}) or i.umr = ${umr}))
    order by p.id desc limit ${SHOWN}`.execute(ctx.db);
  return rows;
}

/** Another import of the same placement waits until this one is committed. */
export async function lockPlacement(ctx: Ctx, file: PlacementFile): Promise<void> {
  const key = `placement ${nameKey(file.sender.name)} ${file.record.number}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(ctx.db);
}
