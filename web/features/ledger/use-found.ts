import { useState } from 'react';

type Found<T> = { of: string; last: readonly T[] | undefined; rows: ReadonlyMap<number, T> };

/**
 * What searches have found beyond what a screen offers to choose from, by its ids: it stays once the search is another one, since an amount
 * may be entered for it, until it is of somebody else.
 */
export function useFound<T>(answer: readonly T[] | undefined, { of, idOf }: { of: string; idOf: (row: T) => number }) {
  const [found, setFound] = useState<Found<T>>({ of, last: undefined, rows: new Map() });
  const before = found.of === of ? found.rows : new Map<number, T>();
  const isNew = answer !== undefined && answer !== found.last;
  const rows = isNew ? new Map([...before, ...answer.map((row): [number, T] => [idOf(row), row])]) : before;
  if (isNew || found.of !== of) setFound({ of, last: answer ?? found.last, rows });
  return rows;
}

/** What is offered with what was found beyond it, by due days; `mark` says of a row that it was found. */
export function withFound<T extends { due_on: string }>(
  offered: readonly T[],
  found: ReadonlyMap<number, T>,
  { idOf, mark = (row) => row }: { idOf: (row: T) => number; mark?: (row: T) => T },
): readonly T[] {
  const shown = new Set(offered.map(idOf));
  const more = [...found].filter(([id]) => !shown.has(id)).map(([, row]) => mark(row));
  if (more.length === 0) return offered;
  return [...offered, ...more].toSorted((a, b) => a.due_on.localeCompare(b.due_on) || idOf(a) - idOf(b));
}

/** The search of a screen that offers the first of very much: what it found now, and why it could not. */
export type Beyond = {
  onSearch: (text: string) => void;
  now: ReadonlySet<number>;
  problem: string | undefined;
};

/** What the foot of what is offered is a total of: all of it, whatever of it is looked for; of very much, the first that are offered. */
export function totalWords({ all, shown, isFirst }: { all: number; shown: number; isFirst: boolean }): string {
  if (shown < all) return `Total of all ${all} notes, ${shown} shown`;
  return isFirst ? `Total of these ${all} notes` : 'Total';
}
