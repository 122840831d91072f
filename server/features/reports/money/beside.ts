type Beside = { beside: bigint | null; change: bigint | null };
type Laid<R> = {
  /** By what a row of the one day is that of the other. */
  key: (row: R) => string;
  /** What is compared. */
  amount: (row: R) => bigint;
  /** A row of the other day as one of this day, on which there is nothing of it. */
  gone: (row: R) => R;
};

/**
 * The rows of a day beside what they were on another one; what was there then and is not now follows with nothing. Without another
 * day nothing is beside them.
 */
export function besideOther<R>(
  rows: readonly R[],
  others: readonly R[] | undefined,
  { key, amount, gone }: Laid<R>,
): (R & Beside)[] {
  if (others === undefined) return rows.map((row) => ({ ...row, beside: null, change: null }));
  const before = new Map(others.map((other) => [key(other), amount(other)]));
  const here = new Set(rows.map(key));
  return [...rows, ...others.filter((other) => !here.has(key(other))).map(gone)].map((row) => {
    const beside = before.get(key(row)) ?? 0n;
    return { ...row, beside, change: amount(row) - beside };
  });
}

type Aged = { party: { id: number; name: string }; currency: string; total: bigint };

/** The parties of a day beside what their totals were on another one, in the order of their names; as they come where there is none. */
export function withBeside<R extends Aged>(
  rows: readonly R[],
  others: readonly R[] | undefined,
  nothing: Omit<R, 'party' | 'currency'>,
): (R & Beside)[] {
  const laid = besideOther(rows, others, {
    key: ({ party, currency }) => `${party.id}/${currency}`,
    amount: ({ total }) => total,
    gone: (row): R => ({ ...row, ...nothing }),
  });
  if (others === undefined) return laid;
  return laid.toSorted(
    (a, b) =>
      a.party.name.localeCompare(b.party.name, 'en') || a.party.id - b.party.id || (a.currency < b.currency ? -1 : 1),
  );
}
