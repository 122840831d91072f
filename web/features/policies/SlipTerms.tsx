import { Bound } from '../../ui/Bound.tsx';
import { TextArea, TextField } from '../../ui/TextField.tsx';
import type { FieldPath, UseFormReturn } from 'react-hook-form';
import type { TermField } from './slip-fields.ts';
import type { SlipValues } from './slip-values.ts';

/** What a section of a slip's form works with. */
export type SlipSectionProps = {
  form: UseFormReturn<SlipValues>;
  values: SlipValues;
  errors: Readonly<Record<string, string | undefined>>;
};

const LONG = 20_000;
const TERM = 2000;
const SHORT = 250;

/** Terms that are texts, each at its own place in the slip. */
export function SlipTerms({ form, errors, terms }: Omit<SlipSectionProps, 'values'> & { terms: readonly TermField[] }) {
  return terms.map((term) => (
    <Bound key={term.name} control={form.control} name={term.name as FieldPath<SlipValues>}>
      {(field) => {
        const { label, hint, placeholder } = term;
        const shared = {
          id: term.name,
          name: term.name,
          label,
          value: String(field.value ?? ''),
          onChange: field.onChange as (text: string) => void,
          onBlur: field.onBlur,
          error: errors[term.name],
          ...(hint === undefined ? {} : { hint }),
          ...(placeholder === undefined ? {} : { placeholder }),
        };
        return term.short ? (
          <TextField {...shared} maxLength={SHORT} {...(term.wide && { className: 'sm:col-span-2' })} />
        ) : (
          <TextArea
            {...shared}
            rows={term.rows ?? 2}
            maxLength={/conditions|information|liability|provisions/.test(term.name) ? LONG : TERM}
            className="col-span-full"
          />
        );
      }}
    </Bound>
  ));
}
