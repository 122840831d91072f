import { useEffect } from 'react';
import { useRouterState } from '@tanstack/react-router';
import { wholeNumber } from '../fields/whole-number.ts';
import type { ListState } from './use-list-state.ts';
import { keepWalk, patternOf } from './walk.ts';

type Shown<T> = {
  call?: string | undefined;
  /** What it was asked, with the branches that it is of. */
  request?: Readonly<Record<string, string>> | undefined;
  list: Pick<ListState, 'query'>;
  query: {
    data: { recordsFiltered: number; more?: boolean | undefined; data: readonly T[] } | undefined;
    isPlaceholderData?: boolean;
  };
  rowHref?: ((row: T) => string) | undefined;
};

/** Keeps what a list shows for the pages of its records: where its rows are pages, and not drawers over the list. */
export function useWalk<T>({ call, request, list, query, rowHref }: Shown<T>): void {
  const { data, isPlaceholderData = false } = query;
  // Of the page that is shown, also on the way to another one.
  const pathname = useRouterState({ select: ({ matches }) => matches.at(-1)?.pathname });
  useEffect(() => {
    if (call === undefined || rowHref === undefined || data === undefined || isPlaceholderData) return;
    const hrefs = data.data.map(rowHref);
    if (hrefs.some((href) => href.startsWith(`${pathname}?`))) return;
    const { recordsFiltered: total, more = false } = data;
    const start = wholeNumber(list.query['start'], 0);
    keepWalk({ call, query: request ?? list.query, start, total, more, hrefs, pattern: patternOf(data.data, hrefs) });
  });
}
