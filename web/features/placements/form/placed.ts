import { formatRate } from '../../../../domain/values/rate.ts';
import { sum } from '../../../../domain/values/money.ts';
import { rateOf } from './policy-amounts.ts';

/** Σ of shares. */
export const placedOf = (lines: readonly { share: string }[]): string =>
  formatRate(sum(lines.map((line) => rateOf(line.share) ?? 0n)));
