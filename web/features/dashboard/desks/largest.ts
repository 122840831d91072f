import type { WireReply } from '../../../../domain/endpoint.ts';
import type { exposure } from '../../../../domain/reports/exposure.ts';
import { unitsOf } from '../../ledger/wire-amounts.ts';

type Sized = { value: string | null };

/** The most first; before it what is not known, which may be more. */
export const bySize = (currency: string) => (a: Sized, b: Sized) => {
  if (a.value === null || b.value === null) return a.value === b.value ? 0 : a.value === null ? -1 : 1;
  const [one, other] = [unitsOf(a.value, currency), unitsOf(b.value, currency)];
  return one === other ? 0 : one > other ? -1 : 1;
};

type Row = WireReply<typeof exposure>['data'][number];
type Lines = Pick<Row, 'id' | 'currency' | 'base_exposure' | 'base_lines'>;

/**
 * Securities by what their lines come to in base: a security has a row for each currency, and what it comes to in all on each of them. It is
 * not known where currencies have no rate (`unrated`).
 */
export function largestSecurities<R extends Lines>(data: readonly R[], base: string) {
  const whole = [...Map.groupBy(data, ({ id }) => id).values()].flatMap((rows) =>
    rows.slice(0, 1).map((row) => ({
      ...row,
      value: row.base_lines,
      unrated: rows.flatMap(({ currency, base_exposure: known }) => (known === null ? [currency] : [])),
    })),
  );
  return whole.toSorted(bySize(base));
}
