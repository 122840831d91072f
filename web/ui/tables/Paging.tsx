import { ChevronLeft, ChevronRight } from 'lucide-react';
import { COUNTED, lastPage } from '../../../domain/tables/counted.ts';
import { IconButton } from '../buttons/Button.tsx';
import { beyond } from './ListStates.tsx';
import { PAGE_SIZES, type ListState } from './use-list-state.ts';
import { showCount } from '../fields/whole-number.ts';

type PagingProps = { list: ListState; filtered: number | undefined; more?: boolean; rows: number | undefined };

/** The foot of a list: its range, the rows of a page, the way on. Keeps its place while loading. */
export function Paging({ list, filtered, more = false, rows }: PagingProps) {
  const first = (list.page - 1) * list.size + 1;
  const last = first + (rows ?? list.size) - 1;
  const total = filtered === undefined ? '' : `${showCount(more ? filtered - 1 : filtered)}${more ? '+' : ''}`;
  const hasNext = filtered !== undefined && (more || last < filtered);
  const tooFar = list.page * list.size >= COUNTED;
  return (
    <div className="no-print sticky bottom-0 z-20 flex min-h-11 flex-wrap items-center justify-between gap-x-4 rounded-b-lg border-t border-line bg-panel px-3 text-xs text-mute">
      <output className="tabular-nums">
        {filtered === undefined
          ? '\u00a0'
          : filtered === 0
            ? 'No rows'
            : rows === 0
              ? `None of ${total}`
              : `${showCount(first)}–${showCount(last)} of ${total}`}
      </output>
      {hasNext && tooFar && <span>{beyond()}</span>}
      <div className="flex items-center gap-1">
        <label className="mr-2 flex items-center gap-1.5 max-sm:hidden">
          Rows
          <select
            value={list.size}
            onChange={(event) => list.setSize(PAGE_SIZES.find((size) => String(size) === event.target.value) ?? 25)}
            className="h-7 rounded border border-line bg-panel px-1 text-fg outline-none focus-visible:ring-2 focus-visible:ring-ring"
          >
            {[...new Set([...PAGE_SIZES, list.size])].map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </select>
        </label>
        <IconButton
          label="Previous page"
          icon={<ChevronLeft size={15} aria-hidden="true" />}
          disabled={list.page === 1}
          onClick={() => list.setPage(Math.min(list.page - 1, lastPage(filtered ?? COUNTED, list.size)))}
        />
        <IconButton
          label="Next page"
          icon={<ChevronRight size={15} aria-hidden="true" />}
          disabled={!hasNext || tooFar}
          onClick={() => list.setPage(list.page + 1)}
        />
      </div>
    </div>
  );
}
