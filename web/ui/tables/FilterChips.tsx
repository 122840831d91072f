import { Popover } from '@base-ui/react/popover';
import { clsx } from 'clsx';
import { Check, ChevronDown, X } from 'lucide-react';
import { useState } from 'react';
import { parseDay } from '../../../domain/values/day.ts';
import { DayField } from '../fields/DayField.tsx';
import { FilterSearch } from './FilterSearch.tsx';
import type { Option } from '../fields/Select.tsx';
import { focusRing, menuItem, popup } from '../styles.ts';
import type { ListState } from './use-list-state.ts';
import type { Found, Search } from '../fields/use-search.ts';
import { showDay } from '../marks/format.ts';

export type Filter =
  | { key: string; label: string; kind: 'option'; options: readonly Option[] }
  | { key: string; label: string; kind: 'options'; options: readonly Option[] }
  | { key: string; label: string; kind: 'day' }
  /** A record of a register by its id; `shown` is its name if the page has it. */
  | { key: string; label: string; kind: 'record'; search: Search; shown?: string | undefined };

function shownValue(filter: Filter, value: string, picked: Found | null): string {
  if (filter.kind === 'record') return (picked?.id === value ? picked.label : filter.shown) ?? '…';
  if (filter.kind === 'day') return parseDay(value) === null ? value : showDay(value);
  const labels = value.split(',').map((one) => filter.options.find((option) => option.value === one)?.label ?? one);
  return labels.length > 2 ? `${labels.length} chosen` : labels.join(', ');
}

/** One chip per filter: its name, or its name and what it is set to with a way to take it off. */
export function FilterChips({ filters, list }: { filters: readonly Filter[]; list: ListState }) {
  return (
    <section aria-label="Filters" className="flex flex-wrap items-center gap-1.5">
      {filters.map((filter) => (
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
  const value = list.filters[filter.key] ?? '';
  const isSet = value !== '';
  const choose = (next: string) => {
    list.setFilter(filter.key, next);
    if (filter.kind !== 'options') setOpen(false);
  };
  return (
    <span
      className={clsx(
        'inline-flex h-7 items-center rounded-full border text-xs',
        isSet ? 'border-link/40 bg-link/8' : 'border-dashed border-edge',
      )}
    >
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger
          className={clsx(
            'inline-flex h-full items-center gap-1 rounded-full pl-2.5',
            isSet ? 'pr-1' : 'pr-2 text-mute hover:text-fg',
            focusRing,
          )}
        >
          {filter.label}
          {isSet && (
            <span className="max-w-48 truncate font-medium text-link">{shownValue(filter, value, picked)}</span>
          )}
          {!isSet && <ChevronDown size={12} aria-hidden="true" />}
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Positioner sideOffset={4} align="start" className="z-50">
            <Popover.Popup
              aria-label={filter.label}
              className={clsx(popup, 'p-1 max-h-(--available-height) min-w-44 overflow-y-auto')}
            >
              {filter.kind === 'day' ? (
                <DayField
                  label={filter.label}
                  value={value}
                  onChange={(day) => list.setFilter(filter.key, day)}
                  className="w-56 p-2"
                />
              ) : filter.kind === 'record' ? (
                <FilterSearch
                  label={filter.label}
                  search={filter.search}
                  onChoose={(choice) => {
                    setPicked(choice);
                    choose(choice.id);
                  }}
                />
              ) : (
                <Choices filter={filter} value={value} onChoose={choose} />
              )}
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
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

type ChoicesProps = { filter: Extract<Filter, { options: unknown }>; value: string; onChoose: (value: string) => void };

function Choices({ filter, value, onChoose }: ChoicesProps) {
  const chosen = value === '' ? [] : value.split(',');
  return filter.options.map((option) => {
    const on = chosen.includes(option.value);
    const several = on ? chosen.filter((one) => one !== option.value) : [...chosen, option.value];
    const next = filter.kind === 'options' ? several.join(',') : on ? '' : option.value;
    return (
      <button
        key={option.value}
        type="button"
        aria-pressed={on}
        onClick={() => onChoose(next)}
        className={clsx(menuItem, 'w-full text-left hover:bg-hover', focusRing)}
      >
        <span className="grid size-4 shrink-0 place-items-center text-link">
          {on && <Check size={14} aria-hidden="true" />}
        </span>
        {option.label}
      </button>
    );
  });
}
