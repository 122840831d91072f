import type { ReactNode } from 'react';
import { useController, type Control, type FieldPath, type FieldPathValue, type FieldValues } from 'react-hook-form';

type BoundField<V> = {
  id: string;
  name: string;
  value: V;
  onChange: (value: V) => void;
  onBlur: () => void;
  error: string | undefined;
};

type Props<T extends FieldValues, N extends FieldPath<T>> = {
  control: Control<T>;
  name: N;
  children: (field: BoundField<FieldPathValue<T, N>>) => ReactNode;
};

/**
 * Ties a field of this kit to react-hook-form:
 * `<Bound control={form.control} name="premium">{(field) => <MoneyField label="Premium" currency="KES" {...field} />}</Bound>`
 */
export function Bound<T extends FieldValues, N extends FieldPath<T>>({ control, name, children }: Props<T, N>) {
  const { field, fieldState } = useController({ control, name });
  return children({
    id: name,
    name,
    value: field.value,
    onChange: field.onChange,
    onBlur: field.onBlur,
    error: fieldState.error?.message,
  });
}
