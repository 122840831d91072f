/** What is selected once all rows of a page are ticked, or no longer are; other pages keep theirs. */
export function withRows(selected: ReadonlySet<string>, keys: readonly string[], on: boolean): ReadonlySet<string> {
  return on ? new Set([...selected, ...keys]) : new Set([...selected].filter((key) => !keys.includes(key)));
}

/** What is selected once a row is ticked, or no longer is. */
export function withRow(selected: ReadonlySet<string>, key: string, on: boolean): ReadonlySet<string> {
  const next = new Set(selected);
  if (on) next.add(key);
  else next.delete(key);
  return next;
}

/** By how many rows a key with Shift selects on. */
export const SELECTING: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
