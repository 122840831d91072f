import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { DayField } from '../fields/DayField.tsx';
import { nothingYet } from '../fields/nothing-yet.ts';
import type { Found } from '../fields/use-search.ts';
import { focusRing, menuItem } from '../styles.ts';
import type { Filter } from '../tables/FilterChips.tsx';
import { FilterSearch } from '../tables/FilterSearch.tsx';

type Props = {
  filter: Filter;
  value: string;
  onDay: (day: string) => void;
  onChoose: (value: string) => void;
  onRecord: (choice: Found) => void;
};

/** What an open filter offers. */
export function FilterChoices({ filter, value, onDay, onChoose, onRecord }: Props) {
  const { label } = filter;
  if (filter.kind === 'day') return <DayField {...{ label, value }} onChange={onDay} className="w-56 p-2" />;
  if (filter.kind === 'record') return <FilterSearch {...{ label }} search={filter.search} onChoose={onRecord} />;
  return <Choices {...{ filter, value, onChoose }} />;
}

type ChoicesProps = { filter: Extract<Filter, { options: unknown }>; value: string; onChoose: (value: string) => void };

function Choices({ filter, value, onChoose }: ChoicesProps) {
  const chosen = value === '' ? [] : value.split(',');
  if (filter.options.length === 0) return <p className="px-2 py-1.5 text-mute">{nothingYet(filter.label)}</p>;
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
