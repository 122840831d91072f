import { useController } from 'react-hook-form';
import type { Choice } from '../../domain/fields.ts';
import { factsOf } from '../../domain/forms.ts';
import { RadioGroup, Switch, type RadioGroupProps, type SwitchProps } from './Choice.tsx';
import { DayField, type DayFieldProps } from './DayField.tsx';
import { MoneyField, type MoneyFieldProps } from './MoneyField.tsx';
import { Picker, type PickerProps } from './Picker.tsx';
import { RateField, type RateFieldProps } from './RateField.tsx';
import { Select, type SelectProps } from './Select.tsx';
import { TextArea, TextField, type TextAreaProps, type TextFieldProps } from './TextField.tsx';
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
type Known = 'name' | 'id' | 'value' | 'onChange' | 'onBlur' | 'error' | 'maxLength';
type FieldOf<V, T, P> = OfForm<V, T> & Omit<P, Known>;

function useField<V, T>({ form, name, onChanged }: OfForm<V, T>) {
  const { field } = useController({ control: form.control, name });
  const facts = factsOf(form.shape, name);
  const value: T = field.value;
  return {
    facts,
    bound: {
      id: name,
      name,
      value,
      required: facts?.required ?? false,
      error: form.errors[name],
      onBlur: field.onBlur,
      onChange: (next: T) => {
        field.onChange(next);
        onChanged?.(next);
      },
    },
  };
}

export function FormText<V>({ form, name, onChanged, ...rest }: FieldOf<V, string, TextFieldProps>) {
  const { facts, bound } = useField<V, string>({ form, name, onChanged });
  return <TextField {...bound} {...(facts?.maxLength && { maxLength: facts.maxLength })} {...rest} />;
}

export function FormArea<V>({ form, name, onChanged, ...rest }: FieldOf<V, string, TextAreaProps>) {
  const { facts, bound } = useField<V, string>({ form, name, onChanged });
  return <TextArea {...bound} {...(facts?.maxLength && { maxLength: facts.maxLength })} {...rest} />;
}

export function FormMoney<V>({ form, name, onChanged, ...rest }: FieldOf<V, string, MoneyFieldProps>) {
  return <MoneyField {...useField<V, string>({ form, name, onChanged }).bound} {...rest} />;
}

export function FormRate<V>({ form, name, onChanged, ...rest }: FieldOf<V, string, RateFieldProps>) {
  return <RateField {...useField<V, string>({ form, name, onChanged }).bound} {...rest} />;
}

export function FormDay<V>({ form, name, onChanged, ...rest }: FieldOf<V, string, DayFieldProps>) {
  return <DayField {...useField<V, string>({ form, name, onChanged }).bound} {...rest} />;
}

type ChoiceOf<V> = FieldOf<V, string, SelectProps> & {
  /** What counts while another one is held, which cannot be chosen now. */
  shown?: string;
};

export function FormSelect<V>({ form, name, onChanged, shown, ...rest }: ChoiceOf<V>) {
  const { bound } = useField<V, string>({ form, name, onChanged });
  return <Select {...bound} value={shown ?? bound.value} {...rest} />;
}

/** One of a short register that is known whole. */
export function FormRecord<V>({ form, name, onChanged, ...rest }: FieldOf<V, Choice | null, SelectProps>) {
  const { bound } = useField<V, Choice | null>({ form, name, onChanged });
  const choose = (id: string) => bound.onChange(id === '' ? null : { id, label: labelOf(rest.options, id) });
  return <Select {...bound} value={bound.value?.id ?? ''} onChange={choose} {...rest} />;
}

const labelOf = (options: SelectProps['options'], id: string) => options.find((one) => one.value === id)?.label ?? '';

export function FormPicker<V>({ form, name, onChanged, ...rest }: FieldOf<V, Choice | null, PickerProps>) {
  return <Picker {...useField<V, Choice | null>({ form, name, onChanged }).bound} {...rest} />;
}

export function FormRadio<V>({ form, name, onChanged, ...rest }: FieldOf<V, string, RadioGroupProps>) {
  const { id, value, error, onChange } = useField<V, string>({ form, name, onChanged }).bound;
  return <RadioGroup {...{ id, value, error, onChange }} {...rest} />;
}

type SwitchOf<V> = OfForm<V, boolean> & Omit<SwitchProps, 'checked' | 'onChange'>;

export function FormSwitch<V>({ form, name, onChanged, ...rest }: SwitchOf<V>) {
  const { value, onChange } = useField<V, boolean>({ form, name, onChanged }).bound;
  return <Switch checked={value} {...{ onChange }} {...rest} />;
}
