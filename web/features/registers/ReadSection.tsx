import type { ReactNode } from 'react';
import { DataTable } from '../../ui/DataTable.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { Button } from '../../ui/Button.tsx';
import type { Column } from '../../ui/table-types.ts';
import { useAddress } from '../../ui/use-address.ts';

type Props<T> = {
  title: string;
  detail: ReactNode;
  columns: readonly Column<T>[];
  /** All rows: such a list is short and comes whole. */
  rows: readonly T[] | undefined;
  query: { isFetching: boolean; error: unknown; refetch: () => unknown };
  rowKey: (row: T) => string;
  /** The words by which a row is found. */
  wordsOf: (row: T) => string;
};

/** A list that is only read here. */
export function ReadSection<T>({ title, detail, columns, rows, query, rowKey, wordsOf }: Props<T>) {
  const [address, change] = useAddress();
  const search = address['q'] ?? '';
  const words = search.toLowerCase().split(/\s+/);
  const shown = rows?.filter((row) => words.every((word) => wordsOf(row).toLowerCase().includes(word)));
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <PageTitle {...{ title, detail }} />
        <SearchBox
          label={`Search ${title.toLowerCase()}`}
          value={search}
          onChange={(text) => change({ q: text })}
          className="no-print w-full sm:w-64"
        />
      </div>
      <div className="print-open rounded-lg border border-line bg-panel">
        <DataTable
          label={title}
          {...{ columns, rowKey }}
          rows={shown}
          loading={query.isFetching}
          error={query.error}
          onRetry={() => void query.refetch()}
          maxHeight="max-h-[max(24rem,calc(100dvh-12rem))]"
          empty={
            search === '' ? (
              <EmptyState title="Nothing here yet." />
            ) : (
              <EmptyState
                title={`Nothing matches “${search}”.`}
                action={<Button onClick={() => change({ q: undefined })}>Clear search</Button>}
              />
            )
          }
        />
      </div>
    </div>
  );
}
