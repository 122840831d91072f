import { useLayoutEffect, useRef } from 'react';

/** By which a head of a table is told the least width of its column in all of them (`TableHead`). */
const ALIKE = '--alike';

/** The heads of the tables below an element, by what they say: tables with the same heads are read down the page as one. */
function alike(box: HTMLElement): HTMLTableCellElement[][][] {
  const tables = [...box.querySelectorAll('table')].map((table) => [...(table.tHead?.rows[0]?.cells ?? [])]);
  const groups = Map.groupBy(tables, (heads) => heads.map((head) => head.textContent).join('\n'));
  return [...groups.values()].filter((group) => group.length > 1);
}

function align(box: HTMLElement): void {
  for (const group of alike(box)) {
    const tables = group.flatMap(([head]) => head?.closest('table') ?? []);
    for (const head of group.flat()) head.style.removeProperty(ALIKE);
    // What each column needs by itself, before the room that is left is divided.
    for (const table of tables) table.style.width = 'max-content';
    const widths = group.map((heads) => heads.map((head) => head.getBoundingClientRect().width));
    for (const table of tables) table.style.width = '';
    for (const heads of group) {
      for (const [at, head] of heads.entries())
        head.style.setProperty(ALIKE, `${Math.max(...widths.map((row) => row[at] ?? 0))}px`);
    }
  }
}

/** Tables with the same columns one below the other have them at the same place: a ref for what holds them. */
export function useAlikeTables<E extends HTMLElement = HTMLDivElement>() {
  const box = useRef<E>(null);
  // With whatever the page was drawn anew: before it is painted, so that nothing moves.
  useLayoutEffect(() => {
    if (box.current !== null) align(box.current);
  });
  return box;
}
