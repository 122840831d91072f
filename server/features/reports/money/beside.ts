type Aged = { party: { id: number; name: string }; currency: string; total: bigint };
type Beside = { beside: bigint | null; change: bigint | null };

const keyOf = ({ party, currency }: Aged): string => `${party.id}/${currency}`;

/**
 * The parties of a day beside what their totals were on another one; who had something then and has nothing now is listed with
 * nothing. Without another day nothing is beside them.
 */
export function withBeside<R extends Aged>(
  rows: readonly R[],
  others: readonly R[] | undefined,
  nothing: Omit<R, 'party' | 'currency'>,
): (R & Beside)[] {
  if (others === undefined) return rows.map((row) => ({ ...row, beside: null, change: null }));
  const before = new Map(others.map((other) => [keyOf(other), other.total]));
  const here = new Set(rows.map(keyOf));
  const gone = others.filter((other) => !here.has(keyOf(other))).map((other): R => ({ ...other, ...nothing }));
  return [...rows, ...gone]
    .toSorted(
      (a, b) =>
        a.party.name.localeCompare(b.party.name, 'en') || a.party.id - b.party.id || (a.currency < b.currency ? -1 : 1),
    )
    .map((row) => {
      const beside = before.get(keyOf(row)) ?? 0n;
      return { ...row, beside, change: row.total - beside };
    });
}
