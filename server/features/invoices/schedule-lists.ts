import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { notFound } from '../../../domain/errors.ts';
import type { InvoiceKind } from '../../../domain/invoices/kinds.ts';
import { type Every, nextDay, type ScheduleStatus } from '../../../domain/invoices/schedule.ts';
import type { getSchedule, listSchedules } from '../../../domain/invoices/schedule-contract.ts';
import { scheduleTable } from '../../../domain/invoices/schedule-tables.ts';
import type { StatusOf } from '../../../domain/records/kinds.ts';
import type { Sortable, Values } from '../../../domain/tables/table.ts';
import type { Day } from '../../../domain/values/day.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import { list } from '../../platform/exports/list.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { same, type ListDefinition } from '../../platform/http/lists.ts';
import { contains } from '../registers/page.ts';

const SCHEDULES: ListDefinition = {
  table: 'invoice_schedules',
  columns: sql`t.id, t.version, t.status, t.every, t.first_on, t.last_on, i.number as invoice, i.currency, i.amount, b.code as branch,
    u.name as made_by, json_build_object('id', p.id, 'name', p.name) as party, d.*`,
  joins: sql`join invoices i on i.id = t.invoice_id join parties p on p.id = i.party_id join branches b on b.id = t.branch_id
    join users u on u.id = t.made_by cross join lateral (
      select max(s.day) as reached, count(s.invoice_id)::int as drafts, count(s.problem) > 0 as problem
      from invoice_schedule_days s where s.schedule_id = t.id) d`,
  sorts: { id: 'id' } satisfies Record<Sortable<typeof scheduleTable>, string>,
  defaultSort: 'id,desc',
  search: (text) =>
    sql`exists (select 1 from invoices x where x.id = t.invoice_id and ${contains(sql`x.search_text`, text)})`,
};

type Calendar = { status: ScheduleStatus; every: Every; first_on: Day; last_on: Day | null; reached: Day | null };

/** The day of the next draft: of one that is stopped there is none. */
const nextOf = ({ status, every, first_on: firstOn, last_on: lastOn, reached }: Calendar): Day | null =>
  status === 'ACTIVE' ? nextDay({ every, firstOn, lastOn }, { reached }) : null;

/** Schedules of the caller's branches. */
export const schedules = list({
  table: scheduleTable,
  name: 'invoice-schedules',
  title: 'Recurring invoices',
  definition: () => SCHEDULES,
  where: (_ctx, { status, every, party }: Decoded<typeof listSchedules>['query']) => [
    same({ status, every }),
    party === undefined
      ? undefined
      : sql`exists (select 1 from invoices x where x.id = t.invoice_id and x.party_id = ${party})`,
  ],
  rowOf: ({ first_on, reached, ...row }: Omit<Values<typeof scheduleTable>, 'next_on'> & Calendar) => ({
    ...row,
    next_on: nextOf({ ...row, first_on, reached }),
  }),
});

async function daysOf(ctx: Ctx, id: number): Promise<Reply<typeof getSchedule>['days']> {
  const rows = await ctx.db
    .selectFrom('invoice_schedule_days as d')
    .leftJoin('invoices as i', 'i.id', 'd.invoice_id')
    .select(['d.day', 'd.problem', 'i.id', 'i.number', 'i.status'])
    .where('d.schedule_id', '=', id)
    .where('d.branch_id', 'in', ctx.scope)
    .orderBy('d.day', 'desc')
    .execute();
  return rows.map(({ day, problem, id: draft, number, status }) => ({
    day,
    invoice: draft === null ? null : { id: draft, number, status: status as StatusOf<'invoice'> },
    problem: problem ?? '',
  }));
}

/** One schedule as its page shows it. */
export async function scheduleRecord(ctx: Ctx, id: number): Promise<Reply<typeof getSchedule>> {
  const row = await ctx.db
    .selectFrom('invoice_schedules as t')
    .innerJoin('invoices as i', 'i.id', 't.invoice_id')
    .innerJoin('parties as p', 'p.id', 'i.party_id')
    .innerJoin('branches as b', 'b.id', 't.branch_id')
    .innerJoin('users as m', 'm.id', 't.made_by')
    .innerJoin('users as e', 'e.id', 't.edited_by')
    .select(['t.id', 't.version', 't.status', 't.every', 't.first_on', 't.last_on', 't.payment_terms', 't.made_at'])
    .select(['t.made_by', 'm.name as maker', 't.edited_by', 'e.name as editor'])
    .select([
      'i.id as invoice_id',
      'i.number',
      'i.kind',
      'i.currency',
      'i.amount',
      'p.id as party_id',
      'p.name as party',
    ])
    .select(['b.id as branch_id', 'b.code', 'b.name as branch'])
    .where('t.id', '=', id)
    .where('t.branch_id', 'in', ctx.scope)
    .executeTakeFirstOrThrow(notFound);
  const days = await daysOf(ctx, id);
  const status = row.status as ScheduleStatus;
  const every = row.every as Every;
  const { first_on, last_on } = row;
  return {
    id: row.id,
    version: row.version,
    status,
    branch: { id: row.branch_id, code: row.code, name: row.branch },
    invoice: { id: row.invoice_id, number: row.number },
    kind: row.kind as InvoiceKind,
    party: { id: row.party_id, name: row.party },
    currency: row.currency,
    amount: formatAmount(row.amount, row.currency),
    every,
    first_on,
    last_on,
    next_on: nextOf({ status, every, first_on, last_on, reached: days[0]?.day ?? null }),
    terms: row.payment_terms,
    made_by: { id: row.made_by, name: row.maker },
    made_at: row.made_at,
    edited_by: { id: row.edited_by, name: row.editor },
    days,
  };
}
