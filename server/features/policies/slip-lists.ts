import { sql, type RawBuilder } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import type { listSlips } from '../../../domain/policies/london.ts';
import { LINE_STAGE_LABELS, type LineStage } from '../../../domain/policies/line-stages.ts';
import { NOTIFY_WARNING_DAYS, NOTIFY_WITHIN_DAYS } from '../../../domain/policies/notification.ts';
import { formatRate } from '../../../domain/values/rate.ts';
import { exportList } from '../../platform/exports/list.ts';
import type { Column, ExportTable } from '../../platform/exports/table.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { listPage } from '../../platform/http/lists.ts';
import { EXPORT_COLUMNS, filtersOf, listOf, searchIn, shownRow, totalOf, type Row } from './lists.ts';

type SlipRow = Row & {
  umr: string;
  leader: string;
  written: bigint;
  signed: bigint;
  stage: LineStage;
  notification: 'WARNING' | 'OVERDUE' | null;
};

// An approved slip whose signed lines are still to be notified, so many days after inception.
const dueSince = (ctx: Ctx, days: number) =>
  sql`t.status = 'APPROVED' and s.signed_lines_notified_on is null and ${ctx.today}::date - t.insurance_start_date >= ${days}`;

const slipList = (ctx: Ctx) =>
  listOf('LONDON', {
    columns: sql`, coalesce(s.umr, '') as umr, coalesce(lead.name, '') as leader, t.placed as signed, s.stage,
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
  const open = sql`t.status = 'APPROVED' and ${ofSlips(sql`x.stage = 'SIGNED' and x.signed_lines_notified_on is null`)}`;
  return days === null ? open : sql`${open} and t.insurance_start_date <= ${ctx.today}::date - ${days}::int`;
}

type Query = Decoded<typeof listSlips>['query'];

function slipFilters(ctx: Ctx, query: Query): RawBuilder<unknown> | undefined {
  const filters = [
    filtersOf(ctx, query),
    query.leader === undefined ? undefined : ofSlips(sql`x.leader_id = ${query.leader}`),
    query.stage === undefined ? undefined : ofSlips(sql`x.stage = ${query.stage}`),
    query.to_notify === undefined ? undefined : notNotified(ctx, query.to_notify),
  ].filter((filter) => filter !== undefined);
  return filters.length === 0 ? undefined : sql.join(filters, sql` and `);
}

function placingOf(row: SlipRow): 'OVER' | 'FULL' | 'UNDER' {
  if (row.written > row.fac) return 'OVER';
  return row.written === row.fac ? 'FULL' : 'UNDER';
}

/** London slips of the caller's branches, one page, each with its leader and how it stands to its order. §6 Paged lists. */
export async function slipPage(ctx: Ctx, { query }: Decoded<typeof listSlips>): Promise<Reply<typeof listSlips>> {
  const page = await listPage<SlipRow>(ctx, slipList(ctx), {
    input: query,
    where: slipFilters(ctx, query),
    total: () => totalOf(ctx, 'LONDON'),
  });
  return { ...page, data: page.data.map((row) => ({ ...shownRow(ctx, row), placing: placingOf(row) })) };
}

const PLACING = { OVER: 'Over-placed', FULL: 'Fully placed', UNDER: 'Under-placed' } as const;
const COLUMNS: readonly Column<SlipRow>[] = [
  ...EXPORT_COLUMNS.slice(0, 1),
  { name: 'UMR', kind: 'text', cell: (row) => row.umr },
  ...EXPORT_COLUMNS.slice(1),
  { name: 'Slip leader', kind: 'text', cell: (row) => row.leader },
  { name: 'Stage', kind: 'text', cell: (row) => LINE_STAGE_LABELS[row.stage] },
  { name: 'Written %', kind: 'rate', cell: (row) => formatRate(row.written) },
  { name: 'Signed %', kind: 'rate', cell: (row) => formatRate(row.signed) },
  { name: 'Placing', kind: 'text', cell: (row) => PLACING[placingOf(row)] },
];

/** The same slips, all of them, as a table to export. */
export function slipExport(ctx: Ctx, { query }: Decoded<typeof listSlips>): ExportTable {
  return exportList<SlipRow>(ctx, {
    name: 'london-slips',
    definition: slipList(ctx),
    columns: COLUMNS,
    input: query,
    where: slipFilters(ctx, query),
    search: searchIn('LONDON'),
  });
}
