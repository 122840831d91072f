import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { AppLink } from '../buttons/AppLink.tsx';
import { Checkbox } from '../fields/Choice.tsx';
import { RowMenu } from '../buttons/Menu.tsx';
import { CellText } from '../marks/CellText.tsx';
import { Skeleton } from '../notices/States.tsx';
import { focusRing, headCell } from '../styles.ts';
import { withRow, withRows } from './selection.ts';
import { hasLower, LEVEL, LowerTitle, LowerLine } from './Lower.tsx';
import type { Column, DataTableProps, Lower, Sort, TotalLine } from './table-types.ts';

type Table<T> = DataTableProps<T>;

// A usual screen of 1280 px has all columns of a list, and of a sheet whose columns stand below one another.
const sidesOf = (columns: readonly { lower?: Lower }[]) =>
  clsx('px-2.5', hasLower(columns) ? 'max-[1360px]:px-1.5' : 'max-[1360px]:px-2');
const cellClass = ({ density, columns }: { density?: 'compact' | 'relaxed'; columns: readonly { lower?: Lower }[] }) =>
  clsx(
    'border-b border-line whitespace-nowrap group-last:border-b-0',
    sidesOf(columns),
    density === 'relaxed' ? 'h-11' : 'h-9',
  );
// Of a row that is pointed at or selected.
const STATES = 'group-hover:bg-hover group-data-selected:bg-picked!';
// Pinned cells need a ground of their own, since the others pass under them.
const pinnedFirst = `sticky left-0 z-10 bg-panel sm:max-w-none max-w-44 ${STATES}`;
// Boxes to tick are not printed.
const besideBox = 'left-9 print:left-0';
const pinnedTotal = 'sticky right-0 z-10 border-l bg-panel';
const pinnedLast = `${pinnedTotal} ${STATES}`;

function ariaSort(sort: Sort | undefined, id: string): 'ascending' | 'descending' | undefined {
  if (sort?.id !== id) return undefined;
  return sort.descending ? 'descending' : 'ascending';
}

export function TableHead<T>(table: Table<T>) {
  const { columns, rowActions, selection, rows = [], rowKey } = table;
  const keys = rows.map(rowKey);
  const chosen = keys.filter((key) => selection?.selected.has(key)).length;
  const head = clsx(
    'sticky z-20 h-8.5 border-b border-line bg-panel',
    table.maxHeight === undefined ? 'head-top' : 'top-0',
    sidesOf(columns),
    headCell,
  );
  return (
    <thead>
      <tr>
        {selection !== undefined && (
          <th scope="col" className={clsx(head, 'no-print left-0 z-30 w-9 min-w-9 pr-0')}>
            <Checkbox
              hideLabel
              label="Select all rows of this page"
              // Of a page that is still on its way there is nothing to select.
              disabled={keys.length === 0}
              checked={chosen > 0 && chosen === keys.length}
              mixed={chosen > 0 && chosen < keys.length}
              onChange={(on) => selection.onChange(withRows(selection.selected, keys, on))}
            />
          </th>
        )}
        {columns.map((column, index) => (
          <th
            key={column.id}
            scope="col"
            aria-sort={ariaSort(table.sort, column.id)}
            style={{ minWidth: `max(${column.width ?? 0}px, var(--alike, 0px))` }}
            className={clsx(
              head,
              column.align === 'right' ? 'text-right' : 'text-left',
              index === 0 && 'z-30 border-r',
              index === 0 && (selection === undefined ? 'left-0' : besideBox),
            )}
          >
            <SortableTitle column={column} table={table} />
            {column.lower !== undefined && <LowerTitle {...column.lower} />}
          </th>
        ))}
        {rowActions !== undefined && (
          <th scope="col" className={clsx(head, 'no-print right-0 z-30 w-11 border-l')}>
            <span className="sr-only">Actions</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

/** Figures are looked at from the largest, names from A; the third press goes back to the list's own order. */
export function nextSort<T>({ id, align }: Column<T>, mine: Sort | undefined): Sort | undefined {
  const firstDescending = align === 'right';
  if (mine === undefined) return { id, descending: firstDescending };
  return mine.descending === firstDescending ? { id, descending: !firstDescending } : undefined;
}

function SortableTitle<T>({ column, table: { sort, onSort } }: { column: Column<T>; table: Table<T> }) {
  if (column.sortable !== true || onSort === undefined) return column.title;
  const mine = sort?.id === column.id ? sort : undefined;
  const Icon = mine === undefined ? ChevronsUpDown : mine.descending ? ArrowDown : ArrowUp;
  const next = nextSort(column, mine);
  // On paper a head has its words alone: a button is not repeated on the second sheet.
  return (
    <button
      type="button"
      onClick={() => onSort(next)}
      title={column.sortNote}
      className={clsx(
        'group/sort print:contents -mx-1 inline-flex h-6 items-center gap-1 rounded px-1 hover:text-fg',
        mine && 'text-fg',
        column.align === 'right' && 'flex-row-reverse',
        focusRing,
      )}
    >
      {column.title}
      <Icon
        size={12}
        aria-hidden="true"
        className={clsx(
          'no-print',
          mine === undefined && 'opacity-0 group-hover/sort:opacity-100 group-focus-visible/sort:opacity-100',
        )}
      />
    </button>
  );
}

// Links under each other are as high as a finger needs; the lines of the other columns keep level with them.
const TALL = 'group-has-[[data-lines]_a:not([data-row-link])]:leading-6';
const TWO_LINES = `py-1 group-has-[[data-lines]_a:not([data-row-link])]:pt-0 group-has-[[data-lines]_a:not([data-row-link])]:pb-0.5 ${TALL}`;

type RowProps<T> = { row: T; table: Table<T>; columns: readonly Column<T>[] };

export function TableRow<T>({ row, table, columns }: RowProps<T>) {
  const { rowKey, rowHref, rowActions, rowLabel, selection } = table;
  const key = rowKey(row);
  const selected = selection?.selected.has(key) ?? false;
  const name = rowLabel?.(row) ?? key;
  const level = hasLower(columns);
  return (
    <tr data-selected={selected ? '' : undefined} className={clsx('group', rowHref && 'cursor-pointer')}>
      {selection !== undefined && (
        <td className={clsx(cellClass(table), pinnedFirst, 'no-print pr-0')}>
          <Checkbox
            hideLabel
            label={`Select ${name}`}
            checked={selected}
            onChange={(on) => selection.onChange(withRow(selection.selected, key, on))}
          />
        </td>
      )}
      {columns.map((column, index) => {
        const isHead = index === 0 && rowHref !== undefined;
        const content = isHead ? (column.bare ?? column.cell)(row) : column.cell(row);
        // A row that has nothing to say there has one line, in the middle.
        const second = column.second?.(row) ?? null;
        return (
          <td
            key={column.id}
            data-lines={second === null ? undefined : ''}
            className={clsx(
              cellClass(table),
              level ? LEVEL : second !== null && TWO_LINES,
              column.align === 'right' && 'figures',
              index === 0
                ? clsx(pinnedFirst, 'truncate border-r font-medium', selection !== undefined && besideBox)
                : STATES,
            )}
          >
            {index === 0 && rowHref !== undefined ? (
              <AppLink data-row-link="" href={rowHref(row)} className={clsx('rounded hover:underline', focusRing)}>
                {content}
              </AppLink>
            ) : (
              <Content>{content}</Content>
            )}
            {second !== null && (
              <div
                data-lower=""
                className={clsx(
                  'text-xs',
                  column.lower?.alike !== true && 'font-normal text-mute',
                  level ? 'leading-6' : TALL,
                )}
              >
                {second}
              </div>
            )}
          </td>
        );
      })}
      {rowActions !== undefined && (
        <td className={clsx(cellClass(table), pinnedLast, 'no-print w-11 px-2')}>
          <RowMenu label={`Actions for ${name}`} entries={rowActions(row)} />
        </td>
      )}
    </tr>
  );
}

// Long names keep the row's height.
function Content({ children }: { children: ReactNode }) {
  return typeof children === 'string' ? <CellText>{children}</CellText> : children;
}

function BlankCell({ className }: { className: string }) {
  return <td className={className}>{'\u00a0'}</td>;
}

const WIDTHS = ['w-24', 'w-36', 'w-28', 'w-32', 'w-20'] as const;

export function SkeletonRows<T>({
  columns,
  table,
  visible,
}: {
  columns: readonly Column<T>[];
  table: Table<T>;
  visible: boolean;
}) {
  return Array.from({ length: table.skeletonRows ?? 12 }, (_, line) => (
    <tr key={line} aria-hidden className={clsx('group', !visible && 'invisible')}>
      {table.selection !== undefined && <BlankCell className={cellClass(table)} />}
      {columns.map((column, index) => (
        <td key={column.id} className={cellClass(table)}>
          <Skeleton
            className={clsx(column.align === 'right' ? 'ml-auto w-20' : WIDTHS[(index + line) % WIDTHS.length])}
          />
        </td>
      ))}
      {table.rowActions !== undefined && <BlankCell className={cellClass(table)} />}
    </tr>
  ));
}

type TotalsProps<T> = { lines: readonly TotalLine[]; columns: readonly Column<T>[]; table: Table<T> };

export function TableTotals<T>({ lines, columns, table }: TotalsProps<T>) {
  return (
    <tfoot>
      {lines.map((totals, line) => (
        <tr
          // oxlint-disable-next-line react/no-array-index-key -- the lines keep their order
          key={line}
          className="group font-semibold"
        >
          {table.selection !== undefined && <BlankCell className="no-print border-t border-line" />}
          {columns.map((column, index) => (
            <td
              key={column.id}
              className={clsx(
                'h-9 border-t border-line',
                hasLower(columns) && LEVEL,
                sidesOf(columns),
                column.align === 'right' && 'figures',
                index === 0 && 'sticky left-0 z-10 bg-panel',
              )}
            >
              {totals[column.id]}
              {column.lower && <LowerLine alike={column.lower.alike}>{totals[column.lower.id]}</LowerLine>}
            </td>
          ))}
          {table.rowActions !== undefined && (
            <BlankCell className={clsx('no-print border-t border-line', pinnedTotal)} />
          )}
        </tr>
      ))}
    </tfoot>
  );
}
