import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Reply } from '../../../domain/endpoint.ts';
import { notFound } from '../../../domain/errors.ts';
import { claimTermsReply, shownClaimTerms } from '../../../domain/placements/claim-terms.ts';
import type { lastYear } from '../../../domain/renewals/contract.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { asEndorsed, bodyOf, wireBody } from '../endorsements/drafts.ts';
import { claimTermsOf } from '../placements/claim-terms.ts';
import { placementAt } from '../placements/placement.ts';
import { lossRecordOf } from './loss-record.ts';

/**
 * The terms that a renewal started from, as of today: with the approved endorsements of the policy that it renews.
 * In the shape of a save, so that what is typed can be held against it field by field. §2 RENEWAL.
 */
export async function lastYearOf(ctx: Ctx, id: number): Promise<Reply<typeof lastYear>> {
  const from = await ctx.db
    .selectFrom('policies as p')
    .innerJoin('policies as f', 'f.id', 'p.renewed_from_id')
    .select(['f.id', 'f.broker_reference as name'])
    .where('p.id', '=', id)
    .where('p.branch_id', 'in', ctx.scope)
    .where('f.branch_id', 'in', ctx.scope)
    .executeTakeFirstOrThrow(notFound);
  const placement = await placementAt(ctx, from, null);
  const draft = bodyOf(ctx, placement, asEndorsed(placement) ?? placement.original);
  const { body } = draft;
  const parties = [body.reinsured, body.insured, ...body.securities.map((line) => line.security)];
  const clauses = (body.clauses ?? []).map((one) => (typeof one === 'number' ? one : one.id));
  const { rows } = await sql<{ key: string; name: string }>`
    select 'party ' || id as key, name from parties where id = any(${parties}::int[])
    union all select 'user ' || id, name from users where id = ${body.producer ?? null}
    union all select 'clause ' || id, code || ' ' || title from clauses where id = any(${clauses}::int[])
    union all select 'cover_type ' || c.id, concat_ws(' · ', k.name, c.name) from cover_types c
      left join cover_types k on k.id = c.class_id where c.id = ${body.cover_type}
    order by key`.execute(ctx.db);
  const names = Object.fromEntries(rows.map((row) => [row.key, row.name]));
  const lossRecord = await lossRecordOf(ctx, from.id);
  const claimTerms = shownClaimTerms(await claimTermsOf(ctx, from.id), placement.currency);
  const terms = { ...wireBody(draft), claim_terms: z.encode(claimTermsReply, claimTerms) };
  return { policy: from, market: draft.market, terms, names, loss_record: lossRecord };
}
