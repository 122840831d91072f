import { Combobox } from '@base-ui/react/combobox';
import type { ListOpening } from '../fields/use-list-opening.ts';
import type { Option } from '../fields/Select.tsx';
import { nothingYet } from '../fields/nothing-yet.ts';
import { useNarrow } from '../hooks/use-narrow.ts';
import { listClass, ListboxItem, ListboxPopup, ListboxTrigger } from './ListboxParts.tsx';
import { Kit } from './TakenOver.tsx';

type Props = {
  id: string;
  label: string;
  /** What is chosen. */
  noun: string;
  opening: ListOpening;
  options: readonly Option[];
  chosen: Option | null;
  onChange: (value: string) => void;
  clearable: boolean;
};

const NOTHING: Option = { value: '', label: 'None' };

export function SelectPopup({ id, label, noun, opening, options, chosen, onChange, clearable }: Props) {
  const narrow = useNarrow();
  const { root, bridge, input, trigger, onTriggerKey } = opening;
  return (
    <Kit>
      <Combobox.Root
        {...root}
        modal={narrow}
        autoHighlight
        items={clearable && options.length > 0 ? [NOTHING, ...options] : options}
        value={chosen}
        itemToStringLabel={(option: Option) => option.label}
        isItemEqualToValue={(a: Option, b: Option) => a.value === b.value}
        onValueChange={(option) => onChange(option?.value ?? '')}
      >
        <ListboxTrigger {...{ bridge, id }} onKeyDown={onTriggerKey} />
        <ListboxPopup {...{ input, trigger, label }}>
          <Combobox.Empty className="px-3 py-2.5 text-mute empty:p-0">
            {options.length === 0 ? nothingYet(noun) : 'Nothing matches.'}
          </Combobox.Empty>
          <Combobox.List aria-label={label} className={listClass}>
            {(option: Option) => (
              <ListboxItem key={option.value} value={option}>
                {option.label}
                {option.detail !== undefined && <span className="block text-xs text-mute">{option.detail}</span>}
              </ListboxItem>
            )}
          </Combobox.List>
        </ListboxPopup>
      </Combobox.Root>
    </Kit>
  );
}
