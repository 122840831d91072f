import { Combobox } from '@base-ui/react/combobox';
import { Field, type FieldProps } from './Field.tsx';
import { listClass, ListboxItem, ListboxPopup, ListboxTrigger } from './Listbox.tsx';
import { useListOpening } from './use-list-opening.ts';
import { useNarrow } from '../hooks/use-narrow.ts';

export type Option = { value: string; label: string; detail?: string };

export type SelectProps = FieldProps & {
  options: readonly Option[];
  /** The chosen option's value, or '' for none. */
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  /** Offers a first line that chooses nothing. */
  clearable?: boolean;
};

const NOTHING: Option = { value: '', label: 'None' };

/** One of a known, short list; the search input is inside the popup. For a register use Picker. */
export function Select({
  options,
  value,
  onChange,
  placeholder = 'Select…',
  clearable = false,
  ...field
}: SelectProps) {
  const { onBlur, ...rest } = field;
  const narrow = useNarrow();
  const { root, input, trigger, onTriggerKey } = useListOpening({ onClose: onBlur });
  const chosen = options.find((option) => option.value === value) ?? null;
  return (
    <Field {...rest}>
      {(aria) => (
        <Combobox.Root
          {...root}
          modal={narrow}
          autoHighlight
          items={clearable ? [NOTHING, ...options] : options}
          value={chosen}
          itemToStringLabel={(option: Option) => option.label}
          isItemEqualToValue={(a: Option, b: Option) => a.value === b.value}
          onValueChange={(option) => onChange(option?.value ?? '')}
        >
          <ListboxTrigger {...{ aria, trigger, onTriggerKey }} empty={chosen === null}>
            {chosen?.label ?? placeholder}
          </ListboxTrigger>
          <ListboxPopup {...{ input, trigger }} label={field.label}>
            <Combobox.Empty className="px-3 py-2.5 text-mute empty:p-0">Nothing matches.</Combobox.Empty>
            <Combobox.List aria-label={field.label} className={listClass}>
              {(option: Option) => (
                <ListboxItem key={option.value} value={option}>
                  {option.label}
                  {option.detail !== undefined && <span className="block text-xs text-mute">{option.detail}</span>}
                </ListboxItem>
              )}
            </Combobox.List>
          </ListboxPopup>
        </Combobox.Root>
      )}
    </Field>
  );
}
