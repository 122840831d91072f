/** A new choice in the order of the old one: what stays keeps its place, what is new comes after it. */
export function inOrder(before: readonly string[], next: readonly string[]): string[] {
  return [...before.filter((one) => next.includes(one)), ...next.filter((one) => !before.includes(one))];
}

/** The same with one of them a place further up (-1) or down (1). */
export function moved(all: readonly string[], one: string, by: -1 | 1): string[] {
  const from = all.indexOf(one);
  const to = from + by;
  if (from < 0 || to < 0 || to >= all.length) return [...all];
  const rest = all.filter((other) => other !== one);
  return [...rest.slice(0, to), one, ...rest.slice(to)];
}
