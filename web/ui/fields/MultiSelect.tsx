import { Field, type FieldProps } from './Field.tsx';
import { ListboxFace } from './ListboxFace.tsx';
import type { Option } from './Select.tsx';
import { useListOpening } from './use-list-opening.ts';
import { later } from '../later/later.tsx';

export type MultiSelectProps = FieldProps & {
  options: readonly Option[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  placeholder?: string;
};

const MultiSelectPopup = later(async () => (await import('../later/MultiSelectPopup.tsx')).MultiSelectPopup);

/** Several of a known list, with "Select All" and "UnSelect All" (specification §9). */
export function MultiSelect({ options, value, onChange, placeholder = 'Select…', ...field }: MultiSelectProps) {
  const { onBlur, ...rest } = field;
  const { opening, face, shown } = useListOpening(MultiSelectPopup, { onClose: onBlur });
  const chosen = options.filter((option) => value.includes(option.value));
  const { label } = field;
  return (
    <Field {...rest}>
      {(aria) => (
        <>
          <ListboxFace {...{ aria, face }} empty={chosen.length === 0}>
            {chosen.length === 0 ? placeholder : chosen.map((option) => option.label).join(', ')}
          </ListboxFace>
          {shown && <MultiSelectPopup id={aria.id} noun={label} {...{ label, opening, options, chosen, onChange }} />}
        </>
      )}
    </Field>
  );
}
