import { isNothing } from './wire-amounts.ts';

const COLUMN = ['uncollectable'] as const;
const NONE = [] as const;

/** The column of what cannot be collected is left out where it would have nothing, which is nearly everywhere. */
export const leftWhereNone = (totals: readonly { uncollectable: string; currency: string }[]) =>
  totals.every(({ uncollectable, currency }) => isNothing(uncollectable, currency)) ? COLUMN : NONE;
