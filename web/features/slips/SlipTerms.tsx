import { FormArea, FormText } from '../../ui/forms/FormFields.tsx';
import type { Form } from '../../ui/forms/use-contract-form.ts';
import type { TermField } from './slip-fields.ts';
import type { SlipValues } from '../placements/form/slip-values.ts';

/** What the figures say of terms that are left empty, by the names of their fields. */
export type Figured = { figured?: { readonly [N in TermField['name']]?: string } };

/** What a section of a slip's form works with. */
export type SlipSectionProps = { form: Form<SlipValues> };

/** Terms that are texts, each at its own place in the slip. */
export function SlipTerms({ form, terms, figured = {} }: SlipSectionProps & Figured & { terms: readonly TermField[] }) {
  return terms.map(({ short = false, wide = false, rows = 2, ...term }) => {
    const derived = figured[term.name] ?? '';
    const field = derived === '' ? term : { ...term, hint: `Left empty: ${derived}` };
    return short ? (
      <FormText key={field.name} {...{ form }} {...field} {...(wide && { className: 'sm:col-span-2' })} />
    ) : (
      <FormArea key={field.name} {...{ form, rows }} {...field} className="col-span-full" />
    );
  });
}
