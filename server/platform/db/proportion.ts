import { type RawBuilder, sql } from 'kysely';
import { HUNDRED } from '../../../domain/values/rate.ts';

type Whole = RawBuilder<unknown>;

const rounded = (amount: Whole, part: Whole, whole: Whole) =>
  sql`(${amount}) / ${whole} * ${part} + ((${amount}) % ${whole} * ${part} + ${whole} / 2) / ${whole}`;

/**
 * A part of a whole (at most all of it, and the whole at most 3 × 10^9) of an amount in minor units, rounded half away from zero as `divideRounded` rounds, over
 * many rows. In whole numbers, which are faster than `numeric`: the amount is divided by the whole first, and only the rest of that division is multiplied
 * before it is divided, so that no product is too large. All three are `bigint`, or whole numbers that become it.
 */
export const proportion = (amount: Whole, part: Whole, whole: Whole): RawBuilder<bigint> =>
  sql<bigint>`case when ${amount} < 0 then -(${rounded(sql`-${amount}`, part, whole)}) else ${rounded(amount, part, whole)} end`;

/** A percentage of at most the whole of an amount, as the rule of the same name has it. */
export const percentOf = (amount: Whole, rate: Whole): RawBuilder<bigint> =>
  proportion(amount, rate, sql`${sql.lit(String(HUNDRED))}::bigint`);
