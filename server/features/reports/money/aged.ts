import { type RawBuilder, sql } from 'kysely';
import type { AccountFunction } from '../../../../domain/ledger/accounts.ts';
import { type Bucket, BUCKETS } from '../../../../domain/reports/buckets.ts';
import type { Day } from '../../../../domain/values/day.ts';

/** What reinsureds owe, with the cash of theirs that is not allocated. */
export const RECEIVABLE = ['PREMIUM_RECEIVABLE', 'UNALLOCATED_CASH'] as const satisfies readonly AccountFunction[];
/** What securities are owed. */
export const PAYABLE = ['PREMIUM_PAYABLE'] as const satisfies readonly AccountFunction[];

/** Days overdue, first and last, of each bucket; null has no upper bound. */
const REACH: Record<Bucket, readonly [number | null, number | null]> = {
  not_due: [null, 0],
  d1_30: [1, 30],
  d31_60: [31, 60],
  d61_90: [61, 90],
  d91_180: [91, 180],
  d181_365: [181, 365],
  over_365: [366, null],
};

/** A column of each bucket over `open_at`, with what is due by then summed; cash is in none of them. §7 Ageing buckets. */
export function bucketColumns(value: RawBuilder<unknown>, day: Day): RawBuilder<unknown> {
  const overdue = sql`(${day}::date - o.due_on)`;
  const buckets = BUCKETS.map((bucket) => {
    const [first, last] = REACH[bucket];
    const within = [
      sql`o.function <> 'UNALLOCATED_CASH'`,
      ...(first === null ? [] : [sql`${overdue} >= ${first}`]),
      ...(last === null ? [] : [sql`${overdue} <= ${last}`]),
    ];
    return sql`coalesce(sum(${value}) filter (where ${sql.join(within, sql` and `)}), 0)::bigint as ${sql.ref(bucket)}`;
  });
  return sql`${sql.join(buckets)}`;
}

/** The buckets with unallocated cash, which takes away from the total. */
export const receivableColumns = (value: RawBuilder<unknown>, day: Day): RawBuilder<unknown> => sql`
  ${bucketColumns(value, day)},
  coalesce(-sum(${value}) filter (where o.function = 'UNALLOCATED_CASH'), 0)::bigint as unallocated,
  coalesce(sum(${value}), 0)::bigint as total`;

/** Sums of columns of `a`, under their own names; of what is null in every row, null. */
export const summed = (names: readonly string[]): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql`sum(a.${sql.ref(name)})::bigint as ${sql.ref(name)}`));
