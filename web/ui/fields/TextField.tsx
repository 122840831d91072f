import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { Field, type FieldProps, type Prompt } from './Field.tsx';
import { control } from '../styles.ts';

type Native = Pick<
  ComponentProps<'input'>,
  'type' | 'autoComplete' | 'maxLength' | 'inputMode' | 'autoFocus' | 'spellCheck'
>;
export type TextFieldProps = FieldProps &
  Native & { value: string; onChange: (value: string) => void; placeholder?: Prompt };

export function TextField(props: TextFieldProps) {
  const { value, onChange, onBlur, type = 'text', placeholder, autoComplete = 'off', ...rest } = props;
  const { maxLength, inputMode, autoFocus, spellCheck, ...field } = rest;
  return (
    <Field {...field}>
      {(aria) => (
        <input
          {...aria}
          {...{ type, placeholder, autoComplete, maxLength, inputMode, autoFocus, spellCheck }}
          dir="auto"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          className={control}
        />
      )}
    </Field>
  );
}

export type TextAreaProps = FieldProps & {
  value: string;
  onChange: (value: string) => void;
  rows?: number;
  placeholder?: Prompt;
  maxLength?: number;
};

/** Text of several lines; it grows with what is typed. */
export function TextArea({ value, onChange, onBlur, rows = 3, placeholder, maxLength, ...field }: TextAreaProps) {
  return (
    <Field {...field}>
      {(aria) => (
        <textarea
          {...aria}
          {...{ rows, placeholder, maxLength }}
          dir="auto"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          className={clsx(control, 'block h-auto max-h-96 field-sizing-content py-1.5 pointer-coarse:h-auto')}
          // What is typed decides its height; before that, its rows do.
          style={{ minHeight: `calc(${rows}lh + 0.875rem)` }}
        />
      )}
    </Field>
  );
}
