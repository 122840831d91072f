import { sql, type RawBuilder } from 'kysely';
import type { Ctx } from '../../platform/http/context.ts';

/** Whether a policy, named by its alias, is adjustable, has run its whole time and nothing was declared of it yet. */
export function declarationIsDue({ today }: Pick<Ctx, 'today'>, alias: string): RawBuilder<boolean> {
  const own = (column: string) => sql.ref(`${alias}.${column}`);
  return sql<boolean>`${own('adjustment_rate')} is not null and ${own('status')} = 'APPROVED' and ${own('cancelled_from')} is null
    and ${own('cover_end_date')} < ${today}::date
    and not exists (select 1 from declarations d join endorsements e on e.id = d.endorsement_id
      where d.policy_id = ${own('id')} and e.status not in ('REJECTED', 'DISABLED'))`;
}
