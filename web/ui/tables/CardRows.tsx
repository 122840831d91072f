import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { AppLink } from '../buttons/AppLink.tsx';
import { Checkbox } from '../fields/Choice.tsx';
import { RowMenu } from '../buttons/Menu.tsx';
import { EmptyState, ErrorState, Skeleton } from '../notices/States.tsx';
import { useAfter } from '../hooks/use-after.ts';
import { focusRing } from '../styles.ts';
import { withRow } from './selection.ts';
import type { Column, DataTableProps } from './table-types.ts';
import { useShowsBranches, useVisibleColumns } from './shows-branches.ts';

const STATUS: ReadonlySet<string> = new Set(['status', 'state', 'stage', 'outcome']);

/**
 * Where the columns of a list stand on a card: what it is, how much, of whom, its state, and what else there is room for.
 * How much is the first amount that the row has: of a credit, the credit.
 */
export function cardOf<T>(columns: readonly Column<T>[], has: (column: Column<T>) => boolean) {
  const [head, ...others] = columns;
  const status = others.find((column) => STATUS.has(column.id));
  const currency = others.find((column) => column.id === 'currency');
  const amounts = others.filter((column) => column.kind === 'amount');
  const amount = amounts.find(has) ?? amounts[0];
  const isText = ({ kind = 'text', align }: Column<T>) => kind === 'text' && align === undefined;
  const texts = others.filter((column) => isText(column) && column !== status && column !== currency);
  // Who it is about has a second line where there is one: the insured over the reinsured.
  const name = texts.find((column) => column.second !== undefined) ?? texts[0];
  const placed = new Set([status, currency, amount, name]);
  return { head, amount, currency, name, status, rest: others.filter((column) => !placed.has(column)) };
}

/** The rows of a list on a telephone: the same columns as a card each, so that nothing is cut and its amount is in sight. */
export function CardRows<T>(props: DataTableProps<T>) {
  const { label, columns, rows, rowKey, loading = false, error, onRetry, hidden, totals } = props;
  const shown = useVisibleColumns(columns, hidden);
  const showSkeleton = useAfter(loading && rows === undefined);
  const fading = useAfter(loading && rows !== undefined);
  if (error !== undefined && error !== null && rows === undefined)
    return <ErrorState error={error} {...(onRetry === undefined ? {} : { onRetry })} />;
  if (rows?.length === 0) return props.empty ?? <EmptyState title="Nothing here yet." />;
  return (
    <section aria-label={label} aria-busy={loading}>
      <ul className={clsx('divide-y divide-line transition-opacity', fading && 'opacity-60')}>
        {rows?.map((row) => (
          <Card key={rowKey(row)} {...{ row }} table={props} columns={shown} />
        ))}
        {rows === undefined &&
          Array.from({ length: props.skeletonRows ?? 6 }, (_, line) => (
            <li key={line} aria-hidden className={clsx('grid gap-2 px-4 py-3', !showSkeleton && 'invisible')}>
              <Skeleton className="w-40" />
              <Skeleton className="w-56" />
            </li>
          ))}
      </ul>
      {totals !== undefined && rows !== undefined && (
        <dl className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-4 py-2 font-semibold">
          {shown
            .filter((column) => totals[column.id] !== undefined)
            .map((column) => (
              <div key={column.id} className="flex gap-1.5">
                <dt className="font-normal text-mute">{column.title}</dt>
                <dd>{totals[column.id]}</dd>
              </div>
            ))}
        </dl>
      )}
    </section>
  );
}

type CardProps<T> = { row: T; table: DataTableProps<T>; columns: readonly Column<T>[] };

function Card<T>({ row, table, columns }: CardProps<T>) {
  const { rowKey, rowHref, rowActions, rowLabel, selection } = table;
  const key = rowKey(row);
  const called = rowLabel?.(row) ?? key;
  const has = (column: Column<T>) => column.isBlank?.(row) !== true;
  const { head, amount, currency, name, status, rest } = cardOf(columns, has);
  const shows = useShowsBranches();
  // Of which branch a row is stands first, where it may be of several.
  const branch = rest.filter((column) => shows && column.id === 'branch');
  const others = [...branch, ...rest.filter((column) => !branch.includes(column))];
  const href = rowHref?.(row);
  const state = status !== undefined && (
    <span className="grid justify-items-end">
      {status.cell(row)}
      <Second column={status} {...{ row }} />
    </span>
  );
  return (
    <li className="placed-near flex items-start gap-2 px-4 py-2.5 [contain-intrinsic-block-size:auto_12rem]">
      {selection !== undefined && (
        <Checkbox
          hideLabel
          label={`Select ${called}`}
          checked={selection.selected.has(key)}
          onChange={(on) => selection.onChange(withRow(selection.selected, key, on))}
        />
      )}
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-0.5 [&_.overflow-clip]:max-w-full">
        <Line
          whole
          left={
            <span className="font-medium">
              {href === undefined ? (
                head?.cell(row)
              ) : (
                <AppLink data-row-link="" {...{ href }} className={clsx('rounded hover:underline', focusRing)}>
                  {(head?.bare ?? head?.cell)?.(row)}
                </AppLink>
              )}
            </span>
          }
          right={
            amount === undefined ? (
              state
            ) : has(amount) ? (
              <span className="figures flex items-baseline gap-1 font-medium">
                {(currency === undefined || amount.isOptional) && (
                  <span className="text-xs font-normal text-mute">{amount.title}</span>
                )}
                {currency !== undefined && has(currency) && (
                  <span className="text-xs font-normal text-mute">{currency.cell(row)}</span>
                )}
                {amount.cell(row)}
              </span>
            ) : null
          }
        />
        <Second column={head} {...{ row }} />
        <Line left={name && has(name) && name.cell(row)} right={amount !== undefined && state} />
        <Second column={name} {...{ row }} />
        <Rest columns={others.filter(has)} {...{ row }} />
      </div>
      {rowActions !== undefined && (
        <span className="no-print -my-1 -mr-1.5">
          <RowMenu label={`Actions for ${called}`} entries={rowActions(row)} />
        </span>
      )}
    </li>
  );
}

const isNothing = (part: ReactNode) => part === undefined || part === null || part === false || part === '';

/** Two things of a row. Where both do not fit the left one is cut, or if it must be read whole, as a number must, the right one goes below. */
function Line({ left, right, whole = false }: { left: ReactNode; right: ReactNode; whole?: boolean }) {
  if (isNothing(left) && isNothing(right)) return null;
  return (
    <div className={clsx('flex items-center justify-between gap-x-3', whole && 'flex-wrap')}>
      <div dir="auto" className="min-w-0 truncate">
        {left}
      </div>
      <div className="ms-auto shrink-0">{right}</div>
    </div>
  );
}

function Second<T>({ column, row }: { column: Column<T> | undefined; row: T }) {
  if (column?.second === undefined) return null;
  return <div className="text-xs text-mute">{column.second(row)}</div>;
}

/** A column that stands below another in a table has a line of its own here. */
function Rest<T>({ columns, row }: { columns: readonly Column<T>[]; row: T }) {
  const lines = columns.flatMap(({ id, title, cell, second, lower }) => {
    const other = second?.(row);
    const line = { id, title, content: cell(row), beside: lower === undefined ? other : undefined };
    if (lower === undefined || isNothing(other)) return [line];
    return [line, { id: `${id} below`, title: lower.title, content: other, beside: undefined }];
  });
  if (lines.length === 0) return null;
  return (
    // A line for each, which no width of a font breaks; a link among them is as high as a finger needs.
    <dl className="text-xs text-mute [&_a]:inline-block [&_a]:leading-6">
      {lines.map(({ id, title, content, beside }) => (
        <div key={id} className="flex min-w-0 items-center gap-1">
          <dt>{title}</dt>
          <dd className="min-w-0 truncate text-fg">
            {content}
            {!isNothing(beside) && <span className="ms-1.5 text-mute">{beside}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
