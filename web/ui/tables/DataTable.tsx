import { clsx } from 'clsx';
import { useRef, type KeyboardEvent, type MouseEvent } from 'react';
import { useGo } from '../buttons/AppLink.tsx';
import { EmptyState, ErrorState } from '../notices/States.tsx';
import { focusRing } from '../styles.ts';
import { Fading } from './Fading.tsx';
import { SELECTING, withRow, withRows } from './selection.ts';
import { SkeletonRows, TableHead, TableRow, TableTotals } from './TableParts.tsx';
import type { DataTableProps } from './table-types.ts';
import { useAfter } from '../hooks/use-after.ts';
import { useKeys } from '../hooks/use-keys.ts';
import { useVisibleColumns } from './shows-branches.ts';

/**
 * The one table: first and last column pinned, sortable heads, rows that open their record, `j` `k` and Enter. It shows
 * the rows that it is given, and keeps showing them while the next ones come.
 */
export function DataTable<T>(props: DataTableProps<T>) {
  const { label, columns, rows, rowKey, rowHref, loading = false, error, onRetry, hidden, totals, maxHeight } = props;
  const shown = useVisibleColumns(columns, hidden);
  const body = useRef<HTMLTableSectionElement>(null);
  const go = useGo();
  const showSkeleton = useAfter(loading && rows === undefined);
  const fading = useAfter(loading && rows !== undefined);

  const step = (by: number) => {
    const links = [...(body.current?.querySelectorAll<HTMLElement>('a[data-row-link]') ?? [])];
    const index = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement));
    links[Math.min(links.length - 1, Math.max(0, index + by))]?.focus();
  };
  useKeys({ j: () => step(1), k: () => step(-1) }, rowHref !== undefined);

  // Space ticks the row whose link has the focus, Shift with an arrow selects on to the row below or above.
  const select = (event: KeyboardEvent<HTMLTableSectionElement>) => {
    const { selection } = props;
    if (selection === undefined || rows === undefined || !(event.target instanceof HTMLElement)) return;
    const lines = [...(body.current?.rows ?? [])];
    const at = lines.findIndex((line) => line.contains(event.target as HTMLElement));
    const row = rows[at];
    if (row === undefined || !event.target.matches('a[data-row-link],input[type=checkbox]')) return;
    if (event.key === ' ' && event.target.matches('a')) {
      event.preventDefault();
      selection.onChange(withRow(selection.selected, rowKey(row), !selection.selected.has(rowKey(row))));
    }
    const by = event.shiftKey ? SELECTING[event.key] : undefined;
    const next = by === undefined ? undefined : rows[at + by];
    if (by === undefined || next === undefined) return;
    event.preventDefault();
    selection.onChange(withRows(selection.selected, [rowKey(row), rowKey(next)], true));
    const same = event.target.matches('a') ? 'a[data-row-link]' : 'input[type=checkbox]';
    lines[at + by]?.querySelector<HTMLElement>(same)?.focus();
  };
  // The mouse's convenience only: keyboard and screen readers use the link in the first cell.
  const openRow = (event: MouseEvent<HTMLTableSectionElement>) => {
    if (rowHref === undefined || !(event.target instanceof Element)) return;
    if (event.target.closest('a,button,input,label,[role=menu]') || getSelection()?.isCollapsed === false) return;
    const href = event.target.closest('tr')?.querySelector('a[data-row-link]')?.getAttribute('href');
    if (href == null) return;
    if (event.metaKey || event.ctrlKey) window.open(href, '_blank', 'noopener');
    else go(href);
  };
  if (error !== undefined && error !== null && rows === undefined) {
    return <ErrorState error={error} {...(onRetry === undefined ? {} : { onRetry })} />;
  }
  const isEmpty = rows?.length === 0;
  return (
    <Fading pinned={props.rowActions !== undefined}>
      <section
        aria-label={label}
        aria-busy={loading}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a table wider than the screen scrolls by keyboard
        tabIndex={0}
        className={clsx(
          'print-open relative min-w-0 rounded-[inherit]',
          maxHeight === undefined ? 'follows' : 'overflow-auto',
          focusRing,
          'focus-visible:ring-inset',
          maxHeight,
        )}
      >
        <table className="w-full border-separate border-spacing-0">
          <caption className="sr-only">{label}</caption>
          <TableHead {...props} columns={shown} />
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
          <tbody
            ref={body}
            onClick={openRow}
            onKeyDown={select}
            className={clsx('transition-opacity', fading && 'opacity-60')}
          >
            {rows?.map((row) => (
              <TableRow key={rowKey(row)} row={row} table={props} columns={shown} />
            ))}
            {rows === undefined && <SkeletonRows columns={shown} table={props} visible={showSkeleton} />}
          </tbody>
          {totals !== undefined && !isEmpty && rows !== undefined && (
            <TableTotals lines={[totals, ...(props.moreTotals ?? [])]} columns={shown} table={props} />
          )}
        </table>
        {isEmpty && (props.empty ?? <EmptyState title="Nothing here yet." />)}
      </section>
    </Fading>
  );
}
