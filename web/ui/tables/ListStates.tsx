import { COUNTED, lastPage } from '../../../domain/tables/counted.ts';
import { Button } from '../buttons/Button.tsx';
import { showCount } from '../fields/whole-number.ts';
import { EmptyState, ErrorState } from '../notices/States.tsx';
import type { Filter } from './FilterChips.tsx';
import type { Column } from './table-types.ts';
import { unknownOf } from './unknown-of.ts';
import type { ListState } from './use-list-state.ts';

/** Where a list goes on further than it is paged. */
export const beyond = () => `Search or filter to see beyond row ${showCount(COUNTED)}.`;

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

type Answer<T> = { recordsFiltered: number; more?: boolean | undefined; data: readonly T[] };

const NO_ROWS: readonly never[] = [];

/** The rows of the page that is asked for; where the list ends before it, or never was so long, what is said instead. */
export function pageOf<T>(list: ListState, answer: Answer<T> | undefined) {
  const last = answer && lastPage(answer.recordsFiltered, list.size);
  if (answer === undefined || last === undefined || answer.recordsFiltered === 0 || list.page <= last)
    return { rows: answer?.data, past: undefined };
  return { rows: NO_ROWS, past: <PastTheEnd {...{ list, last }} more={answer.more ?? false} /> };
}

type PastProps = { list: ListState; last: number; more: boolean };

function PastTheEnd({ list, last, more }: PastProps) {
  return (
    <EmptyState
      title={`There is no page ${showCount(list.page)}.`}
      action={
        <>
          <Button onClick={() => list.setPage(1)}>Go to the first page</Button>
          {last > 1 && <Button onClick={() => list.setPage(last)}>Go to the last page</Button>}
        </>
      }
    >
      {last === 1 ? 'The list has one page.' : `The last page is ${showCount(last)}.`}
      {more && ` ${beyond()}`}
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
