import { get } from 'react-hook-form';
import type { Choice } from '../../../domain/fields.ts';
import { factsOf } from '../../../domain/forms.ts';
import { RadioGroup, Switch, type RadioGroupProps, type SwitchProps } from '../fields/Choice.tsx';
import { DayField, type DayFieldProps } from '../fields/DayField.tsx';
import { MoneyField, type MoneyFieldProps } from '../fields/MoneyField.tsx';
import { MultiSelect, type MultiSelectProps } from '../fields/MultiSelect.tsx';
import { Picker, type PickerProps } from '../fields/Picker.tsx';
import { RateField, type RateFieldProps } from '../fields/RateField.tsx';
import { Select, type SelectProps } from '../fields/Select.tsx';
import { TextArea, TextField, type TextAreaProps, type TextFieldProps } from '../fields/TextField.tsx';
import type { FieldName, Form } from './use-contract-form.ts';

/**
 * The fields of the kit in a form: each takes the form and the name of what it holds. Whether it must be filled in, how
 * long it may be and what is wrong with it are the contract's and the form's to say.
 */

type OfForm<V, T> = {
  form: Form<V>;
  name: FieldName<V, T>;
  /** What else changes with it. */
  onChanged?: ((value: T) => void) | undefined;
};
type Known = 'name' | 'id' | 'value' | 'onChange';
type FieldOf<V, T, P> = OfForm<V, T> & Omit<P, Known>;

/** What a field of the kit takes of its form. */
export function fieldOf<V, T>({ form, name, onChanged }: OfForm<V, T>) {
  const field = `${form.at}${name}`;
  const facts = factsOf(form.shape, field);
  const value: T = get(form.values, name);
  return {
    id: field,
    name: field,
    value,
    required: facts?.required ?? false,
    error: form.errors[field],
    onChange: (next: T) => {
      form.change(field, next);
      onChanged?.(next);
    },
  };
}

/** Of a text how long it may be, too; a password that is pasted is not cut. */
function textOf<V>(field: OfForm<V, string>, type?: string) {
  const maxLength =
    type === 'password' ? undefined : factsOf(field.form.shape, `${field.form.at}${field.name}`)?.maxLength;
  return { ...fieldOf<V, string>(field), ...(maxLength !== undefined && { maxLength }) };
}

export function FormText<V>({ form, name, onChanged, ...rest }: FieldOf<V, string, TextFieldProps>) {
  return <TextField {...textOf({ form, name, onChanged }, rest.type)} {...rest} />;
}

export function FormArea<V>({ form, name, onChanged, ...rest }: FieldOf<V, string, TextAreaProps>) {
  return <TextArea {...textOf({ form, name, onChanged })} {...rest} />;
}

/** What counts while nothing is entered of its own, or what is held cannot be chosen now. */
type Shown = { shown?: string };
const asShown = <F extends { value: string }>(field: F, shown: string | undefined) => ({
  ...field,
  value: shown ?? field.value,
});

export function FormMoney<V>({ form, name, onChanged, shown, ...rest }: FieldOf<V, string, MoneyFieldProps> & Shown) {
  return <MoneyField {...asShown(fieldOf<V, string>({ form, name, onChanged }), shown)} {...rest} />;
}

export function FormRate<V>({ form, name, onChanged, shown, ...rest }: FieldOf<V, string, RateFieldProps> & Shown) {
  return <RateField {...asShown(fieldOf<V, string>({ form, name, onChanged }), shown)} {...rest} />;
}

export function FormDay<V>({ form, name, onChanged, ...rest }: FieldOf<V, string, DayFieldProps>) {
  return <DayField {...fieldOf<V, string>({ form, name, onChanged })} {...rest} />;
}

export function FormSelect<V>({ form, name, onChanged, shown, ...rest }: FieldOf<V, string, SelectProps> & Shown) {
  return <Select {...asShown(fieldOf<V, string>({ form, name, onChanged }), shown)} {...rest} />;
}

/** One of a short register that is known whole. */
export function FormRecord<V>({ form, name, onChanged, ...rest }: FieldOf<V, Choice | null, SelectProps>) {
  const field = fieldOf<V, Choice | null>({ form, name, onChanged });
  const choose = (id: string) => field.onChange(id === '' ? null : { id, label: labelOf(rest.options, id) });
  return <Select {...field} value={field.value?.id ?? ''} onChange={choose} {...rest} />;
}

const labelOf = (options: SelectProps['options'], id: string) => options.find((one) => one.value === id)?.label ?? '';

export function FormPicker<V>({ form, name, onChanged, ...rest }: FieldOf<V, Choice | null, PickerProps>) {
  return <Picker {...fieldOf<V, Choice | null>({ form, name, onChanged })} {...rest} />;
}

export function FormSeveral<V>({ form, name, onChanged, ...rest }: FieldOf<V, string[], MultiSelectProps>) {
  return <MultiSelect {...fieldOf<V, string[]>({ form, name, onChanged })} {...rest} />;
}

export function FormRadio<V>({ form, name, onChanged, ...rest }: FieldOf<V, string, RadioGroupProps>) {
  const { id, value, error, onChange } = fieldOf<V, string>({ form, name, onChanged });
  return <RadioGroup {...{ id, value, error, onChange }} {...rest} />;
}

type SwitchOf<V> = OfForm<V, boolean> & Omit<SwitchProps, 'checked' | 'onChange'>;

export function FormSwitch<V>({ form, name, onChanged, ...rest }: SwitchOf<V>) {
  const { value, onChange } = fieldOf<V, boolean>({ form, name, onChanged });
  return <Switch checked={value} {...{ onChange }} {...rest} />;
}
