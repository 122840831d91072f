import { type RawBuilder, sql } from 'kysely';
import type { AccountFunction } from '../../../../domain/ledger/accounts.ts';
import { type Bucket, BUCKETS } from '../../../../domain/reports/buckets.ts';
import type { Age } from '../../../../domain/reports/item-movements.ts';
import type { Day } from '../../../../domain/values/day.ts';
import { every, when } from '../../../platform/http/lists.ts';

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

/** Whether an item was of an age at the end of a day; its account's function with it. */
export function ageIs(age: Age, { day, item }: { day: Day; item: RawBuilder<unknown> }): RawBuilder<unknown> {
  const cash = sql`${item}.function = 'UNALLOCATED_CASH'`;
  if (age === 'unallocated') return cash;
  const overdue = sql`(${day}::date - ${item}.due_on)`;
  const [first, last] = age === 'overdue' ? [1, null] : REACH[age];
  return sql.join(
    [
      sql`not ${cash}`,
      ...(first === null ? [] : [sql`${overdue} >= ${first}`]),
      ...(last === null ? [] : [sql`${overdue} <= ${last}`]),
    ],
    sql` and `,
  );
}

/** A column of each bucket over `open_at`, with what is due by then summed; cash is in none of them. §7 Ageing buckets. */
export function bucketColumns(value: RawBuilder<unknown>, day: Day): RawBuilder<unknown> {
  const buckets = BUCKETS.map(
    (bucket) =>
      sql`coalesce(sum(${value}) filter (where ${ageIs(bucket, { day, item: sql`o` })}), 0)::bigint as ${sql.ref(bucket)}`,
  );
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

/** Narrows an ageing's notes `a` to a currency, and to those that have something in one of its figures. */
export const havingFigure = ({ currency, figure }: { currency?: string | undefined; figure?: string | undefined }) =>
  sql`where ${every([
    sql`true`,
    when(currency, (code) => sql`a.currency = ${code}`),
    when(figure, (name) => sql`a.${sql.ref(name)} <> 0`),
  ])}`;
