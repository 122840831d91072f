import { sql, type RawBuilder } from 'kysely';
import type { Decoded } from '../../../domain/endpoint.ts';
import type { listSlips } from '../../../domain/slips/contract.ts';
import { NOT_NOTIFIED_LABELS, NOTIFY_WARNING_DAYS, NOTIFY_WITHIN_DAYS } from '../../../domain/slips/notification.ts';
import { slipTable, type Placing } from '../../../domain/placements/tables.ts';
import { fact } from '../../platform/exports/facts.ts';
import { list } from '../../platform/exports/list.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { when, type Condition } from '../../platform/http/lists.ts';
import { notNotifiedYet } from './not-notified.ts';
import { coverOf, factsOf, filtersOf, listOf, searchIn, totalOf, type Stored } from '../placements/lists.ts';

type SlipRow = Omit<Stored<typeof slipTable>, 'placing'>;

// A slip whose signed lines are still to be notified, so many days after inception.
const dueSince = (ctx: Ctx, days: number) =>
  sql`${notNotifiedYet('t', 's')} and ${ctx.today}::date - t.insurance_start_date >= ${days}`;

const slipList = (ctx: Ctx) =>
  listOf('LONDON', {
    columns: sql`, coalesce(s.umr, '') as umr, coalesce(lead.name, '') as leader, lead.id as leader_id, t.placed as signed, s.stage,
      (select coalesce(sum(l.offer), 0)::bigint from policy_lines l where l.policy_id = t.id) as written,
      case when ${dueSince(ctx, NOTIFY_WITHIN_DAYS + 1)} then 'OVERDUE' when ${dueSince(ctx, NOTIFY_WARNING_DAYS)} then 'WARNING' end as notification`,
    joins: sql`join slips s on s.policy_id = t.id left join parties lead on lead.id = s.leader_id`,
  });

const ofSlips = (what: RawBuilder<unknown>) =>
  sql`exists (select 1 from slips x where x.policy_id = t.id and x.branch_id = t.branch_id and ${what})`;

/** Days from inception after which a slip is of each kind: one is not notified from its approval on. */
const DUE_AFTER = { all: null, true: NOTIFY_WARNING_DAYS, overdue: NOTIFY_WITHIN_DAYS + 1 } as const;

function notNotified(ctx: Ctx, which: keyof typeof DUE_AFTER): RawBuilder<unknown> {
  const days = DUE_AFTER[which];
  const open = ofSlips(notNotifiedYet('t', 'x'));
  return days === null ? open : sql`${open} and t.insurance_start_date <= ${ctx.today}::date - ${days}::int`;
}

type Query = Decoded<typeof listSlips>['query'];

const slipFilters = (ctx: Ctx, query: Query): Condition[] => [
  ...filtersOf(ctx, query),
  when(query.leader, (one) => ofSlips(sql`x.leader_id = ${one}`)),
  when(query.stage, (one) => ofSlips(sql`x.stage = ${one}`)),
  when(query.to_notify, (one) => notNotified(ctx, one)),
];

function placingOf(row: SlipRow): Placing {
  if (row.written > row.fac) return 'OVER';
  return row.written === row.fac ? 'FULL' : 'UNDER';
}

/** London slips of the caller's branches, each with its leader and how much of its order is written. §6 Paged lists. */
export const slips = list({
  table: slipTable,
  name: 'london-slips',
  title: 'London slips',
  facts: (ctx, query: Query) => [
    ...factsOf(ctx, query),
    fact('Signed lines', query.to_notify && NOT_NOTIFIED_LABELS[query.to_notify]),
  ],
  definition: slipList,
  where: (ctx, query) => slipFilters(ctx, query),
  search: searchIn('LONDON'),
  total: (ctx) => totalOf(ctx, 'LONDON'),
  rowOf: (row: SlipRow, ctx) => ({ ...row, cover: coverOf(ctx, row), placing: placingOf(row) }),
});
