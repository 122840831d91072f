/** The first rows of a list with how many there are, which each of them carries. */
export function counted<Row extends { count: number }, Sent>(
  rows: readonly Row[],
  sentOf: (row: Omit<Row, 'count'>) => Sent,
): { count: number; data: Sent[] } {
  return { count: rows[0]?.count ?? 0, data: rows.map(({ count: _count, ...row }) => sentOf(row)) };
}
