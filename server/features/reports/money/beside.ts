import { type Beside, besideOther } from '../../../../domain/reports/laid.ts';

type Aged = { party: { id: number; name: string }; currency: string; total: bigint };

/** The parties of a day beside what their totals were on another one, in the order of their names; as they come where there is none. */
export function withBeside<R extends Aged>(
  rows: readonly R[],
  others: readonly R[] | undefined,
  gone: (row: R) => R,
): (R & Beside)[] {
  const laid = besideOther(rows, others, {
    key: ({ party, currency }) => `${party.id}/${currency}`,
    amount: ({ total }) => total,
    gone,
  });
  if (others === undefined) return laid;
  return laid.toSorted(
    (a, b) =>
      a.party.name.localeCompare(b.party.name, 'en') || a.party.id - b.party.id || (a.currency < b.currency ? -1 : 1),
  );
}
