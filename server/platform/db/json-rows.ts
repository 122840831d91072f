/** Rows as one parameter of a statement, for `json_to_recordset`: whole numbers beyond the safe ones go as their digits. */
export const jsonRows = (rows: readonly object[]): string =>
  JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
