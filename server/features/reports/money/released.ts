import { type RawBuilder, sql } from 'kysely';
import type { Day } from '../../../../domain/values/day.ts';
import type { Ctx } from '../../../platform/http/context.ts';

/** Whether it is known what is released: it is worked out from what is settled now, not from what was on an earlier day. */
export const releaseKnown = (ctx: Ctx, day: Day): boolean => day >= ctx.today;

/** A query of credit notes: what is released of each, and what of that is not paid yet. Where nothing came in, there is no row. M0. */
export const releasedOf = (notes: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select part.credit_note_id as note_id, sum(r.released)::bigint as released,
    sum(greatest(r.released - part.paid, 0))::bigint as unpaid
  from part_releases(array(
    select distinct of.debit_note_id from note_parts of join notes d on d.id = of.debit_note_id
    where of.credit_note_id in (${notes}) and d.settled > 0)) r
  join note_parts part on part.id = r.part_id
  where part.credit_note_id in (${notes}) group by 1`;
