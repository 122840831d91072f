/** The rows of a report laid beside those of another day or period. §7. */
export type Beside = { beside: bigint | null; change: bigint | null };
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
