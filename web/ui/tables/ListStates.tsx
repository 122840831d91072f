import { Button } from '../buttons/Button.tsx';
import { EmptyState, ErrorState } from '../notices/States.tsx';
import type { Filter } from './FilterChips.tsx';
import type { Column } from './table-types.ts';
import { unknownOf } from './unknown-of.ts';
import type { ListState } from './use-list-state.ts';

/** Nothing is left by search and filters. */
export function NothingFound({ list, noun }: { list: ListState; noun: string }) {
  return (
    <EmptyState
      title={list.search === '' ? `No ${noun} match these filters.` : `No ${noun} match “${list.search}”.`}
      action={<Button onClick={list.clear}>Clear search and filters</Button>}
    >
      Try a part of a name or of a number.
    </EmptyState>
  );
}

/** A page of a list that has become shorter, or was never so long. */
export function PastTheEnd({ list }: { list: ListState }) {
  return (
    <EmptyState
      title={`There is no page ${list.page}.`}
      action={<Button onClick={() => list.setPage(1)}>Go to the first page</Button>}
    >
      The list is shorter than that.
    </EmptyState>
  );
}

type RefusedProps<T> = {
  list: ListState;
  filters: readonly Filter[];
  columns: readonly Column<T>[];
  error: unknown;
};

/** What the address asks for cannot be asked for: a view or a link that is older than the list, or typed by hand. */
export function Refused<T>({ list, filters, columns, error }: RefusedProps<T>) {
  const says = unknownOf(list, filters, columns);
  return (
    <ErrorState
      {...{ error }}
      {...(says !== undefined && { says })}
      action={<Button onClick={list.reset}>Show the whole list</Button>}
    />
  );
}
