/** Rows of a list are counted, and paged through, up to so many: to see beyond, one filters or searches. §6 */
export const COUNTED = 10_000;

/** The last page of a list of which so many rows were counted. */
export const lastPage = (rows: number, size: number): number => Math.max(1, Math.ceil(Math.min(rows, COUNTED) / size));
