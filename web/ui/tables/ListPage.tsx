import { clsx } from 'clsx';
import { ArrowDown, ArrowDownUp, ArrowUp, Download } from 'lucide-react';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { COUNTED } from '../../../domain/tables/counted.ts';
import { Button } from '../buttons/Button.tsx';
import { CardRows } from './CardRows.tsx';
import { ColumnChooser } from './ColumnChooser.tsx';
import { DataTable } from './DataTable.tsx';
import { SHARES } from './Fading.tsx';
import { FilterChips, type Filter } from './FilterChips.tsx';
import { Menu, type MenuEntry } from '../buttons/Menu.tsx';
import { PageTitle } from '../layout/PageTitle.tsx';
import { Paging } from './Paging.tsx';
import { SearchBox } from './SearchBox.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { isRefusal } from '../notices/States.tsx';
import { NothingFound, pageOf, Refused } from './ListStates.tsx';
import { inOrder } from './column-choice.ts';
import { nextSort } from './TableParts.tsx';
import { saysBranch, useShowsBranches } from './shows-branches.ts';
import type { Column, DataTableProps, Density } from './table-types.ts';
import { ShownColumns, useColumns } from './use-columns.ts';
import { useWalk } from './use-walk.ts';
import type { ListState } from './use-list-state.ts';
import { useNarrow } from '../hooks/use-narrow.ts';
import { useRoom } from '../hooks/use-room.ts';
import { useStored } from '../hooks/use-stored.ts';
import { showCount } from '../fields/whole-number.ts';

export type ExportFormat = 'csv' | 'xlsx' | 'pdf';
type Reply<T> = { recordsTotal: number; recordsFiltered: number; more?: boolean | undefined; data: readonly T[] };
/** What TanStack Query answers, as far as a list needs it. */
type ListQuery<T> = {
  data: Reply<T> | undefined;
  isFetching: boolean;
  isPlaceholderData?: boolean;
  error: unknown;
  refetch: () => unknown;
};

type TableProps<T> = Pick<
  DataTableProps<T>,
  'columns' | 'rowKey' | 'rowHref' | 'rowActions' | 'rowLabel' | 'totals' | 'selection'
>;

type ListPageProps<T> = TableProps<T> & {
  title: string;
  /** Under which the columns and density are remembered: "policies". */
  name: string;
  /** "policy" | "policies": for the count. */
  nouns: readonly [string, string];
  list: ListState;
  query: ListQuery<T>;
  /** The path of its call: pages of records lead along the list by it. */
  call?: string;
  /** What it was asked, with the branches that it is of. */
  request?: Readonly<Record<string, string>>;
  searchLabel?: string;
  filters?: readonly Filter[];
  /** The one primary action, a Button or LinkButton. */
  primary?: ReactNode;
  /** Further buttons or a tab bar above the table. */
  tools?: ReactNode;
  above?: ReactNode;
  /** The menu of the views that people keep of it. */
  views?: ReactNode;
  onExport?: (format: ExportFormat) => Promise<void>;
  /** What an empty register says, with its first step. */
  empty?: ReactNode;
};

/** How many rows there are: one more than the server counts to stands for all that are beyond. */
const totalText = (total: number) => (total === COUNTED + 1 ? `${showCount(COUNTED)}+` : showCount(total));

/** "26 policies", and of them as many as search and filters leave: "8 of 26 policies". */
function countText({ recordsTotal, recordsFiltered }: Reply<unknown>, [one, several]: readonly [string, string]) {
  const counted = `${totalText(recordsTotal)} ${recordsTotal === 1 ? one : several}`;
  return recordsFiltered === Math.min(recordsTotal, COUNTED + 1)
    ? counted
    : `${totalText(recordsFiltered)} of ${counted}`;
}

/**
 * With all that is above its rows it fills the screen below the frame's bar, so that the rows scroll and the page does not.
 * `--above` is what else stands above it.
 */
const FILLS = 'print-open max-h-[calc(100dvh-5rem-var(--above,0px))] [&>:not(:last-child)]:shrink-0';
/** On a low screen the page scrolls as well: so many rem are left to the rows and their foot, or as many as they need. */
const leastHeight = (rows = Infinity): string => `${rows === 0 ? 14 : Math.min(18, 2.25 * rows + 5)}rem`;

/** The page of a list: title with its count, search, filters, columns, export, one primary action, the table, its foot. */
export function ListPage<T>(props: ListPageProps<T>) {
  const {
    title,
    name,
    nouns,
    list,
    query,
    searchLabel = `Search ${nouns[1]}`,
    filters = [],
    primary,
    tools,
    above,
    views,
  } = props;
  const { onExport, columns: all, ...table } = props;
  const room = useRoom();
  const shows = useShowsBranches();
  const columns = all.map((column) => {
    if (column.wide !== true) return column;
    if (!room) return { ...column, hidden: true };
    return shows && column.id === 'branch' ? { ...column, hidden: false } : column;
  });
  const { choice, choose, reset, shown } = useColumns(name, columns);
  const ordered = inOrder(columns, choice.order);
  const branch = shows && columns.some(saysBranch) ? 'branch' : null;
  const hidden = new Set(choice.hidden.filter((id) => id !== branch));
  const [density, setDensity] = useStored<Density>('density', 'compact');
  const narrow = useNarrow();
  const Rows = narrow ? CardRows : DataTable;
  const { data } = query;
  const refused = data === undefined && query.error !== null;
  // Drawn in short steps; what is around the rows says at once how many there are.
  const page = pageOf(list, data);
  const rows = useDeferredValue(page.rows);
  useWalk(props);
  // What is done with a selection lies over them.
  const selects = (table.selection?.selected.size ?? 0) > 0;
  return (
    <div className={clsx('flex flex-col gap-3', !narrow && FILLS)}>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <PageTitle title={title} detail={data === undefined ? '\u00a0' : countText(data, nouns)} />
        <div className="no-print flex flex-1 flex-wrap items-center justify-end gap-2 max-sm:basis-full">
          <SearchBox label={searchLabel} value={list.search} onChange={list.setSearch} className="w-full sm:w-64" />
          {tools}
          <ShownColumns value={shown}>{views}</ShownColumns>
          {narrow && <SortMenu {...{ list, columns }} />}
          <ColumnChooser
            columns={ordered}
            {...{ hidden, density }}
            onChoose={choose}
            {...(shown !== '' && { onReset: reset })}
            onDensity={setDensity}
          />
          {onExport !== undefined && !refused && <ExportButton onExport={onExport} />}
          {primary}
        </div>
      </div>
      {above}
      {filters.length > 0 && (
        <div className={clsx('no-print', selects && 'invisible')}>
          <FilterChips filters={filters} list={list} />
        </div>
      )}
      {table.selection !== undefined && (
        <SelectionBar selected={table.selection.selected}>
          {table.selection.actions(
            (data?.data ?? []).filter((row) => table.selection?.selected.has(table.rowKey(row))),
          )}
        </SelectionBar>
      )}
      <div
        style={{ minHeight: leastHeight(page.rows?.length) }}
        className={clsx('print-open rounded-lg border border-line bg-panel', SHARES)}
      >
        <div className={clsx('rounded-t-lg', SHARES)}>
          {refused && isRefusal(query.error) ? (
            <Refused {...{ list, filters, columns }} error={query.error} />
          ) : (
            <Rows
              {...table}
              label={title}
              columns={ordered}
              rows={rows}
              loading={query.isFetching || rows !== page.rows}
              error={query.error}
              onRetry={() => void query.refetch()}
              sort={list.sort}
              onSort={list.setSort}
              hidden={hidden}
              density={density}
              maxHeight="min-h-0"
              empty={page.past ?? emptyOf(props)}
            />
          )}
        </div>
        <Paging list={list} filtered={data?.recordsFiltered} more={data?.more ?? false} rows={page.rows?.length} />
      </div>
    </div>
  );
}

/** Why there are no rows: none left by the filters, or none at all. */
function emptyOf<T>({ list, nouns, empty }: ListPageProps<T>): ReactNode {
  return list.isFiltered ? <NothingFound {...{ list }} noun={nouns[1]} /> : empty;
}

/** The order of a list whose columns have no heads to press. */
function SortMenu<T>({ list, columns }: { list: ListState; columns: readonly Column<T>[] }) {
  const sortable = columns.filter((column) => column.sortable === true);
  if (sortable.length === 0) return null;
  return (
    <Menu
      trigger={<Button icon={<ArrowDownUp size={14} aria-hidden="true" />} aria-label="Sort" />}
      entries={sortable.map((column): MenuEntry => {
        const mine = list.sort?.id === column.id ? list.sort : undefined;
        const Icon = mine?.descending ? ArrowDown : ArrowUp;
        return {
          label: column.title,
          ...(mine && {
            icon: <Icon size={14} aria-hidden="true" />,
            detail: mine.descending ? 'From the last' : 'From the first',
          }),
          onSelect: () => list.setSort(nextSort(column, mine)),
        };
      })}
    />
  );
}

type ExportProps = {
  onExport: (format: ExportFormat) => Promise<void>;
  /** Further files, by what each is called. */
  more?: Readonly<Record<string, () => Promise<void>>>;
  /** What it exports, where that is not all. */
  label?: string;
  disabledReason?: string | undefined;
};

/** Export of all pages of what is shown. */
export function ExportButton({ onExport, more = {}, label = 'Export', disabledReason }: ExportProps) {
  const [busy, setBusy] = useState(false);
  const run = async (exporting: Promise<void>) => {
    setBusy(true);
    try {
      await exporting;
    } finally {
      setBusy(false);
    }
  };
  const entry = (label: string, exported: () => Promise<void>, separated = false): MenuEntry => ({
    label,
    onSelect: () => void run(exported()),
    separated,
  });
  const button = (
    <Button {...{ busy, disabledReason }} icon={<Download size={14} aria-hidden="true" />} aria-label={label}>
      <span className="max-lg:hidden">{label}</span>
    </Button>
  );
  // A menu opens by more than a press of its button.
  if (disabledReason !== undefined) return button;
  return (
    <Menu
      trigger={button}
      entries={[
        entry('PDF on the letterhead (.pdf)', () => onExport('pdf')),
        entry('Excel workbook (.xlsx)', () => onExport('xlsx')),
        entry('Comma-separated (.csv)', () => onExport('csv')),
        ...Object.entries(more).map(([label, exported], index) => entry(label, exported, index === 0)),
      ]}
    />
  );
}
