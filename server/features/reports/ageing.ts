import { sql, type RawBuilder } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import type { AccountFunction } from '../../../domain/ledger/accounts.ts';
import {
  BUCKET_LABELS,
  BUCKETS,
  type ageingDashboard,
  type ageingOverview,
  type Bucket,
} from '../../../domain/reports/contract.ts';
import type { Day } from '../../../domain/values/day.ts';
import { formatAmount, sum } from '../../../domain/values/money.ts';
import { exportTable, type Column, type ExportTable } from '../../platform/exports/table.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { openAt } from './open-items.ts';

type Aged = Record<Bucket, bigint> & { unallocated: bigint; total: bigint };
type Row = Aged & { party_id: number; party: string; currency: string; base_total: bigint };

const FUNCTIONS = ['PREMIUM_RECEIVABLE', 'UNALLOCATED_CASH'] as const satisfies readonly AccountFunction[];

/** Days overdue, first and last, of each bucket; null is without end. */
const REACH: Record<Bucket, readonly [number | null, number | null]> = {
  not_due: [null, 0],
  d1_30: [1, 30],
  d31_60: [31, 60],
  d61_90: [61, 90],
  d91_180: [91, 180],
  d181_365: [181, 365],
  over_365: [366, null],
};

function agedColumns(value: RawBuilder<unknown>, day: Day): RawBuilder<unknown> {
  const overdue = sql`(${day}::date - o.due_on)`;
  const buckets = BUCKETS.map((bucket) => {
    const [first, last] = REACH[bucket];
    const within = [
      sql`o.function = 'PREMIUM_RECEIVABLE'`,
      ...(first === null ? [] : [sql`${overdue} >= ${first}`]),
      ...(last === null ? [] : [sql`${overdue} <= ${last}`]),
    ];
    return sql`coalesce(sum(${value}) filter (where ${sql.join(within, sql` and `)}), 0)::bigint as ${sql.ref(bucket)}`;
  });
  return sql`${sql.join(buckets)},
    coalesce(-sum(${value}) filter (where o.function = 'UNALLOCATED_CASH'), 0)::bigint as unallocated,
    coalesce(sum(${value}), 0)::bigint as total`;
}

async function agedRows(ctx: Ctx, day: Day): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with ${openAt(ctx, { day, functions: FUNCTIONS })}
    select o.party_id, p.name as party, o.currency, ${agedColumns(sql`o.open`, day)},
      coalesce(sum(o.base_open), 0)::bigint as base_total
    from open_at o join parties p on p.id = o.party_id
    group by o.party_id, p.name, p.name_key, o.currency
    having bool_or(o.open <> 0 or o.base_open <> 0)
    order by p.name_key, o.party_id, o.currency`.execute(ctx.db);
  return rows;
}

function shown(aged: Aged, currency: string) {
  const buckets = Object.fromEntries(BUCKETS.map((bucket) => [bucket, formatAmount(aged[bucket], currency)]));
  return {
    ...(buckets as Record<Bucket, string>),
    unallocated: formatAmount(aged.unallocated, currency),
    total: formatAmount(aged.total, currency),
  };
}

function totalOf(rows: readonly Row[]): Aged {
  const names = [...BUCKETS, 'unallocated', 'total'] as const;
  return Object.fromEntries(names.map((name) => [name, sum(rows.map((row) => row[name]))])) as Aged;
}

/** Receivables of all reinsureds by age as at any day, per currency; total = 1200 less 1190; base at booked rates. §7. */
export async function ageingOf(
  ctx: Ctx,
  { query }: Decoded<typeof ageingOverview>,
): Promise<Reply<typeof ageingOverview>> {
  const day = query.asat ?? ctx.today;
  const base = ctx.firm.baseCurrency;
  const rows = await agedRows(ctx, day);
  const currencies = [...new Set(rows.map((row) => row.currency))].toSorted();
  return {
    as_at: day,
    base_currency: base,
    data: rows.map((row) => ({
      party: { id: row.party_id, name: row.party },
      currency: row.currency,
      ...shown(row, row.currency),
      base_total: formatAmount(row.base_total, base),
    })),
    totals: currencies.map((currency) => ({
      currency,
      ...shown(totalOf(rows.filter((row) => row.currency === currency)), currency),
    })),
    base_total: formatAmount(sum(rows.map((row) => row.base_total)), base),
  };
}

/** The same totals per bucket in base, as at today. */
export async function ageingTotals(ctx: Ctx): Promise<Reply<typeof ageingDashboard>> {
  const base = ctx.firm.baseCurrency;
  const { rows } = await sql<Aged>`
    with ${openAt(ctx, { day: ctx.today, functions: FUNCTIONS })}
    select ${agedColumns(sql`o.base_open`, ctx.today)} from open_at o`.execute(ctx.db);
  const [aged = totalOf([])] = rows;
  return { as_at: ctx.today, currency: base, ...shown(aged, base) };
}

/** The ageing as a table to export. */
export async function ageingExport(ctx: Ctx, { query }: Decoded<typeof ageingOverview>): Promise<ExportTable> {
  const base = ctx.firm.baseCurrency;
  const rows = await agedRows(ctx, query.asat ?? ctx.today);
  const amount = (name: string, pick: (row: Row) => bigint): Column<Row> => ({
    name,
    kind: 'amount',
    cell: (row) => formatAmount(pick(row), row.currency),
  });
  const columns: Column<Row>[] = [
    { name: 'Reinsured', kind: 'text', cell: (row) => row.party },
    { name: 'Currency', kind: 'text', cell: (row) => row.currency },
    ...BUCKETS.map((bucket) => amount(BUCKET_LABELS[bucket], (row) => row[bucket])),
    amount('Unallocated cash', (row) => row.unallocated),
    amount('Total', (row) => row.total),
    { name: `Total (${base})`, kind: 'amount', cell: (row) => formatAmount(row.base_total, base) },
  ];
  return exportTable({ name: 'ageing', columns, rows });
}
