import { Combobox } from '@base-ui/react/combobox';
import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import type { ListOpening } from '../fields/use-list-opening.ts';
import type { Option } from '../fields/Select.tsx';
import { nothingYet } from '../fields/nothing-yet.ts';
import { useNarrow } from '../hooks/use-narrow.ts';
import { focusRing, menuItem } from '../styles.ts';
import { listClass, ListboxPopup, ListboxTrigger } from './ListboxParts.tsx';
import { Kit } from './TakenOver.tsx';

type Props = {
  id: string;
  label: string;
  /** What is chosen. */
  noun: string;
  opening: ListOpening;
  options: readonly Option[];
  chosen: Option[];
  onChange: (value: string[]) => void;
};

export function MultiSelectPopup({ id, label, noun, opening, options, chosen, onChange }: Props) {
  const narrow = useNarrow();
  const { root, bridge, input, onTriggerKey } = opening;
  const all = chosen.length === options.length;
  return (
    <Kit>
      <Combobox.Root
        {...root}
        modal={narrow}
        autoHighlight
        multiple
        items={options}
        value={chosen}
        itemToStringLabel={(option: Option) => option.label}
        isItemEqualToValue={(a: Option, b: Option) => a.value === b.value}
        onValueChange={(next) => onChange(next.map((option) => option.value))}
      >
        <ListboxTrigger {...{ bridge, id }} onKeyDown={onTriggerKey} />
        <ListboxPopup
          {...{ input }}
          label={label}
          head={
            options.length > 0 && (
              <button
                type="button"
                onClick={() => onChange(all ? [] : options.map((option) => option.value))}
                className={clsx(
                  'mx-1 mt-1 block rounded px-2 py-1.5 text-left font-medium text-link hover:bg-hover',
                  focusRing,
                )}
              >
                {all ? 'UnSelect All' : 'Select All'}
              </button>
            )
          }
          foot={
            options.length > 0 && (
              <output className="block border-t border-line px-3 py-1.5 text-xs text-mute">
                {chosen.length} of {options.length} selected
              </output>
            )
          }
        >
          <Combobox.Empty className="px-3 py-2.5 text-mute empty:p-0">
            {options.length === 0 ? nothingYet(noun) : 'Nothing matches.'}
          </Combobox.Empty>
          <Combobox.List aria-label={label} className={listClass}>
            {(option: Option) => (
              <Combobox.Item key={option.value} value={option} className={clsx(menuItem, 'group')}>
                <span className="grid size-4 shrink-0 place-items-center rounded border border-edge bg-panel group-data-selected:border-brand group-data-selected:bg-brand">
                  <Combobox.ItemIndicator>
                    <Check size={12} strokeWidth={3} aria-hidden="true" className="text-brandfg" />
                  </Combobox.ItemIndicator>
                </span>
                <span dir="auto" className="min-w-0">
                  {option.label}
                  {option.detail !== undefined && <span className="block text-xs text-mute">{option.detail}</span>}
                </span>
              </Combobox.Item>
            )}
          </Combobox.List>
        </ListboxPopup>
      </Combobox.Root>
    </Kit>
  );
}
