import { sql, type RawBuilder } from 'kysely';
import type { Decoded } from '../../../../domain/endpoint.ts';
import { auditAction, keptActions } from '../../../../domain/records/audit-actions.ts';
import {
  ACCESS_ACTIONS,
  accessKindOf,
  accessTable,
  type AccessAction,
  type accessLog,
} from '../../../../domain/reports/access-log.ts';
import type { Sortable, Values } from '../../../../domain/tables/table.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { when } from '../../../platform/http/lists.ts';
import { contains, folded, register, type RegisterDefinition } from '../../registers/page.ts';

type Row = Values<typeof accessTable>;
type Stored = Omit<Row, 'action' | 'kind'> & { action: string };

/** Written out, as the index of these rows is: a parameter would not be known to be one of them. */
const among = (of: 'a' | 't', actions: readonly AccessAction[]) =>
  sql`${sql.raw(of)}.action in (${sql.raw(
    keptActions(actions)
      .map((action) => `'${action}'`)
      .join(', '),
  )})`;

const TRAIL: RegisterDefinition = {
  from: sql`(
    select a.id, a.at, a.action, a.branch_id, a.entity, coalesce(u.name, '') as "user", u.id as user_id, coalesce(b.code, '') as branch,
      coalesce(a.facts ->> 'file', a.facts ->> 'number', a.facts ->> 'act', '') || coalesce(' to ' || g.name, '') as subject, coalesce(a.personal ->> 'address', '') as address
    from audit_trail a left join branches b on b.id = a.branch_id
    left join users u on u.id = coalesce(a.user_id, case when a.entity = 'user' then a.entity_id end)
    left join users g on g.id = case when a.entity = 'view_schedule' then (a.facts ->> 'user')::int end
    where ${among('a', [...ACCESS_ACTIONS.OUT, ...ACCESS_ACTIONS.TRIED])}) t`,
  columns: sql`t.id::text as id, t.at, t.action, t."user", t.subject, t.address, t.branch`,
  sorts: { id: 'id' } satisfies Record<Sortable<typeof accessTable>, string>,
  defaultSort: 'id,desc',
  search: (text) => contains(folded(sql`t."user" || ' ' || t.subject || ' ' || t.address`), text),
};

/**
 * What the reader may know of: what was of their branches; of what is of none, what users of these branches did or whose
 * accounts were tried. Where a root comes from, only a root learns, and so with addresses that are nobody's.
 */
function within(ctx: Ctx): RawBuilder<unknown> {
  if (ctx.user.isRoot && ctx.scope.length === ctx.branches.length) return sql`true`;
  return sql`(t.branch_id = any(${ctx.scope}::int[]) or (t.branch_id is null
    and exists (select 1 from user_roles r where r.user_id = t.user_id and r.branch_id = any(${ctx.scope}::int[]))
    and not exists (select 1 from user_roles r where r.user_id = t.user_id and r.role = 'ROLE_ROOT')))`;
}

const isAccess = (action: string): action is AccessAction =>
  [...ACCESS_ACTIONS.OUT, ...ACCESS_ACTIONS.TRIED].some((one) => one === action);

/** What was given out and what was tried in vain, the latest first. */
export const accesses = register({
  table: accessTable,
  name: 'access',
  title: 'Access',
  definition: TRAIL,
  within,
  where: (_ctx, { kind }: Decoded<typeof accessLog>['query']) => [when(kind, (one) => among('t', ACCESS_ACTIONS[one]))],
  rowOf: ({ action: kept, ...row }: Stored): Row => {
    const action = auditAction(kept);
    if (!isAccess(action)) throw new Error(`The trail's ${action} is no access.`);
    return { ...row, action, kind: accessKindOf(action) };
  },
});
