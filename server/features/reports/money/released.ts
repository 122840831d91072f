import { type RawBuilder, sql } from 'kysely';
import type { Day } from '../../../../domain/values/day.ts';
import type { Ctx } from '../../../platform/http/context.ts';

/** Whether it is known what is released: it is worked out from what is settled now, not from what was on an earlier day. */
export const releaseKnown = (ctx: Ctx, day: Day): boolean => day >= ctx.today;

/** A query of credit notes: what is released of each. M0. */
export const releasedOf = (notes: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select part.credit_note_id as note_id, sum(part.released)::bigint as released
  from note_parts part where part.credit_note_id in (${notes}) group by 1`;

/** The same of what is released and not paid yet; credit notes without any of it have no row. Whole branches of it come off its index. */
export const unpaidOf = (ctx: Ctx): RawBuilder<unknown> => sql`
  select part.credit_note_id as note_id, sum(part.released - part.paid)::bigint as unpaid
  from note_parts part where part.released > part.paid and part.branch_id = any(${[...ctx.scope]}::int[]) group by 1`;
