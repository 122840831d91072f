type Beside = { beside: bigint | null; change: bigint | null };
type Same<R> = {
  /** By what a row of the one time is that of the other. */
  key: (row: R) => string;
  /** A row of the other time as one of this, in which there is nothing of it. */
  gone: (row: R) => R;
};

/** The rows of a day or a period, each with what it was in the other one; what was there then and is not now follows with nothing. */
export function pairedWith<R>(
  rows: readonly R[],
  others: readonly R[],
  { key, gone }: Same<R>,
): { row: R; other: R | undefined }[] {
  const before = new Map(others.map((other) => [key(other), other]));
  const here = new Set(rows.map(key));
  return [
    ...rows.map((row) => ({ row, other: before.get(key(row)) })),
    ...others.filter((other) => !here.has(key(other))).map((other) => ({ row: gone(other), other })),
  ];
}

/** The rows of a day beside what an amount of them was on another one. Without another day nothing is beside them. */
export function besideOther<R>(
  rows: readonly R[],
  others: readonly R[] | undefined,
  { amount, ...same }: Same<R> & { amount: (row: R) => bigint },
): (R & Beside)[] {
  if (others === undefined) return rows.map((row) => ({ ...row, beside: null, change: null }));
  return pairedWith(rows, others, same).map(({ row, other }) => {
    const beside = other === undefined ? 0n : amount(other);
    return { ...row, beside, change: amount(row) - beside };
  });
}

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
