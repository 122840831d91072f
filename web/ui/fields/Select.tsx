import { Field, type FieldProps } from './Field.tsx';
import { ListboxFace } from './ListboxFace.tsx';
import { useListOpening } from './use-list-opening.ts';
import { later } from '../later/later.tsx';

export type Option = { value: string; label: string; detail?: string };

export type SelectProps = FieldProps & {
  options: readonly Option[];
  /** The chosen option's value, or '' for none. */
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  /** What is chosen, where the label is no noun. */
  noun?: string;
  /** Offers a first line that chooses nothing. */
  clearable?: boolean;
};

const SelectPopup = later(async () => (await import('../later/SelectPopup.tsx')).SelectPopup);

/** One of a known, short list; the search input is inside the popup. For a register use Picker. */
export function Select({
  options,
  value,
  onChange,
  placeholder = 'Select…',
  clearable = false,
  noun,
  ...field
}: SelectProps) {
  const { onBlur, ...rest } = field;
  const { opening, face, shown } = useListOpening(SelectPopup, { onClose: onBlur });
  const chosen = options.find((option) => option.value === value) ?? null;
  const { label } = field;
  return (
    <Field {...rest}>
      {(aria) => (
        <>
          <ListboxFace {...{ aria, face }} empty={chosen === null}>
            {chosen?.label ?? placeholder}
          </ListboxFace>
          {shown && (
            <SelectPopup
              id={aria.id}
              noun={noun ?? label}
              {...{ label, opening, options, chosen, onChange, clearable }}
            />
          )}
        </>
      )}
    </Field>
  );
}
