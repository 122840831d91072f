import { clsx } from 'clsx';
import { ChevronDown, ListFilter, X } from 'lucide-react';
import { useState } from 'react';
import { parseDay } from '../../../domain/values/day.ts';
import type { Option } from '../fields/Select.tsx';
import { Popup } from '../buttons/Popup.tsx';
import { later } from '../later/later.tsx';
import { useNarrow } from '../hooks/use-narrow.ts';
import { focusRing } from '../styles.ts';
import type { ListState } from './use-list-state.ts';
import type { Found, Search } from '../fields/use-search.ts';
import { showDay } from '../marks/format.ts';

export type Filter =
  | { key: string; label: string; kind: 'option'; options: readonly Option[] }
  | { key: string; label: string; kind: 'options'; options: readonly Option[] }
  /** `applied` is the day that counts while none is chosen. */
  | { key: string; label: string; kind: 'day'; applied?: string }
  /** A record of a register by its id; `shown` is its name if the page has it. */
  | { key: string; label: string; kind: 'record'; search: Search; shown?: string | undefined };

const FilterChoices = later(async () => (await import('../later/FilterChoices.tsx')).FilterChoices);

function shownValue(filter: Filter, value: string, picked: Found | null): string {
  if (filter.kind === 'record') return (picked?.id === value ? picked.label : filter.shown) ?? '…';
  if (filter.kind === 'day') return parseDay(value) === null ? value : showDay(value);
  const labels = value.split(',').map((one) => filter.options.find((option) => option.value === one)?.label ?? one);
  return labels.length > 2 ? `${labels.length} chosen` : labels.join(', ');
}

/** What a filter leaves rows by without being set. */
const appliedBy = (filter: Filter): string => (filter.kind === 'day' ? (filter.applied ?? '') : '');

/** Up to so many chips stand on a telephone by themselves. */
const FEW = 3;

/**
 * One chip per filter: its name, or its name and what it is set to with a way to take it off, or what applies without that. Many of them would push the
 * list of a telephone out of sight: there a button shows those that do not apply.
 */
export function FilterChips({ filters, list }: { filters: readonly Filter[]; list: ListState }) {
  const narrow = useNarrow() && filters.length > FEW;
  const [all, showAll] = useState(false);
  const applies = (filter: Filter) => (list.filters[filter.key] ?? '') !== '' || appliedBy(filter) !== '';
  const shown = narrow && !all ? filters.filter(applies) : filters;
  return (
    <section aria-label="Filters" className="flex flex-wrap items-center gap-1.5">
      {narrow && (
        <button
          type="button"
          aria-expanded={all}
          onClick={() => showAll(!all)}
          className={clsx(
            'inline-flex h-7 items-center gap-1 rounded-full border border-edge px-2.5 text-xs text-mute hover:text-fg',
            focusRing,
          )}
        >
          <ListFilter size={12} aria-hidden="true" />
          {all ? 'Fewer filters' : 'All filters'}
        </button>
      )}
      {shown.map((filter) => (
        <Chip key={filter.key} filter={filter} list={list} />
      ))}
      {list.isFiltered && (
        <button
          type="button"
          onClick={list.clear}
          className={clsx('h-7 rounded px-1.5 text-xs text-mute hover:text-fg', focusRing)}
        >
          Clear all
        </button>
      )}
    </section>
  );
}

function Chip({ filter, list }: { filter: Filter; list: ListState }) {
  const [open, setOpen] = useState(false);
  const [picked, setPicked] = useState<Found | null>(null);
  const set = list.filters[filter.key] ?? '';
  const isSet = set !== '';
  const value = isSet ? set : appliedBy(filter);
  const choose = (next: string) => {
    list.setFilter(filter.key, next);
    if (filter.kind !== 'options') setOpen(false);
  };
  return (
    <span
      className={clsx(
        'inline-flex h-7 items-center rounded-full border text-xs',
        isSet ? 'border-link/40 bg-link/8' : clsx('border-edge', value === '' && 'border-dashed'),
      )}
    >
      <Popup
        {...{ open }}
        onOpenChange={setOpen}
        label={filter.label}
        align="start"
        className="max-h-(--available-height) min-w-44 overflow-y-auto p-1"
        trigger={
          <button
            type="button"
            className={clsx(
              'inline-flex h-full items-center gap-1 rounded-full pl-2.5',
              isSet ? 'pr-1' : 'pr-2 text-mute hover:text-fg',
              focusRing,
            )}
          >
            {filter.label}
            {value !== '' && (
              <span className={clsx('max-w-48 truncate font-medium', isSet ? 'text-link' : 'text-fg')}>
                {shownValue(filter, value, picked)}
              </span>
            )}
            {!isSet && <ChevronDown size={12} aria-hidden="true" />}
          </button>
        }
      >
        <FilterChoices
          {...{ filter, value }}
          onDay={(day) => list.setFilter(filter.key, day)}
          onChoose={choose}
          onRecord={(choice) => {
            setPicked(choice);
            choose(choice.id);
          }}
        />
      </Popup>
      {isSet && (
        <button
          type="button"
          aria-label={`Remove filter ${filter.label}`}
          onClick={() => list.setFilter(filter.key, '')}
          className={clsx('mr-0.5 grid size-6 place-items-center rounded-full text-mute hover:text-fg', focusRing)}
        >
          <X size={12} aria-hidden="true" />
        </button>
      )}
    </span>
  );
}
