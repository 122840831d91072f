import { Combobox } from '@base-ui/react/combobox';
import { clsx } from 'clsx';
import { Plus } from 'lucide-react';
import type { ListOpening } from '../fields/use-list-opening.ts';
import { nothingYet } from '../fields/nothing-yet.ts';
import { useSearch, type Found, type Search } from '../fields/use-search.ts';
import { useAfter } from '../hooks/use-after.ts';
import { useNarrow } from '../hooks/use-narrow.ts';
import { focusRing } from '../styles.ts';
import { listClass, ListboxItem, ListboxPopup, ListboxTrigger } from './ListboxParts.tsx';
import { Kit } from './TakenOver.tsx';

type Props = {
  id: string;
  label: string;
  opening: ListOpening;
  value: Found | null;
  onChange: (value: Found | null) => void;
  search: Search;
  text: string;
  onText: (text: string) => void;
  onCreate: ((text: string) => void) | undefined;
  noun: string | undefined;
};

export function PickerPopup({ id, label, opening, value, onChange, search, text, onText, onCreate, noun }: Props) {
  const narrow = useNarrow();
  const { root, bridge, input, trigger, onTriggerKey } = opening;
  const { items, state } = useSearch(search, { text, active: root.open });
  const waiting = state === 'waiting';
  const faded = useAfter(waiting);
  // The chosen record stays in the list, so that its tick is seen and it keeps its place.
  const shown =
    value !== null && text === '' && !items.some((item) => item.id === value.id) ? [value, ...items] : items;
  return (
    <Kit>
      <Combobox.Root
        {...root}
        modal={narrow}
        autoHighlight
        items={shown}
        filter={null}
        inputValue={text}
        onInputValueChange={onText}
        value={value}
        onValueChange={onChange}
        itemToStringLabel={(item: Found) => item.label}
        isItemEqualToValue={(a: Found, b: Found) => a.id === b.id}
      >
        <ListboxTrigger {...{ bridge, id }} onKeyDown={onTriggerKey} />
        <ListboxPopup
          {...{ input, trigger, label }}
          placeholder="Type to search…"
          foot={
            onCreate !== undefined &&
            text.trim() !== '' && (
              <button
                type="button"
                onClick={() => onCreate(text.trim())}
                className={clsx(
                  'flex w-full items-center gap-2 rounded-b-lg border-t border-line px-3 py-2 text-left text-link hover:bg-hover',
                  focusRing,
                )}
              >
                <Plus size={14} aria-hidden="true" className="shrink-0" />
                <span className="min-w-0 truncate">
                  New {noun ?? 'record'} “{text.trim()}”
                </span>
              </button>
            )
          }
        >
          <Combobox.Status className="text-mute empty:hidden">
            {shown.length === 0 && (
              // The room of a full list, so that the side to which it opens stays when its rows come.
              <span className={clsx('block px-3 py-2.5', waiting && 'min-h-[197px]')}>
                {state === 'ready' && text.trim() === '' ? nothingYet(noun ?? label) : SENTENCES[state]}
              </span>
            )}
          </Combobox.Status>
          <Combobox.List aria-label={label} aria-busy={waiting} className={clsx(listClass, faded && 'opacity-55')}>
            {(item: Found) => (
              // What an earlier question found is no answer to this one.
              <ListboxItem key={item.id} value={item} disabled={waiting}>
                {item.label}
                {item.detail !== undefined && <span className="block text-xs text-mute">{item.detail}</span>}
              </ListboxItem>
            )}
          </Combobox.List>
        </ListboxPopup>
      </Combobox.Root>
    </Kit>
  );
}

const SENTENCES = {
  waiting: 'Searching…',
  ready: 'Nothing found. Try fewer letters.',
  failed: 'The search did not answer. Type again to retry.',
} as const;
