import { DraftInput } from './DraftInput.tsx';
import { Field, type FieldProps, type Prompt } from './Field.tsx';
import { readAmount } from '../marks/format.ts';
import { showWireAmount } from './read-typed.ts';
import { useDraft } from './use-draft.ts';

export type MoneyFieldProps = FieldProps & {
  /** Decimal text of the wire ("1250000.00"), or '' for none. */
  value: string;
  onChange: (value: string) => void;
  /** ISO code: shown before the figure, and says how many decimals there are. */
  currency: string;
  placeholder?: Prompt;
};

/** An amount. Accepts "1.5m", "250k" and pasted "KES 1,250,000.00"; shows "1,250,000.00". */
export function MoneyField({ value, onChange, currency, placeholder, error, onBlur, ...field }: MoneyFieldProps) {
  const draft = useDraft(value, onChange, {
    read: (text) => readAmount(text, currency),
    show: (wire) => showWireAmount(wire, currency),
  });
  const fault = draft.unreadable ? `Enter an amount in ${currency || 'figures'}, such as 1,250,000 or 1.5m.` : error;
  return (
    <Field {...field} error={fault}>
      {(aria) => (
        <DraftInput {...{ aria, draft, onBlur, placeholder }} className={currency === '' ? '' : 'pl-11'}>
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 left-2.5 flex items-center text-xs text-mute"
          >
            {currency}
          </span>
        </DraftInput>
      )}
    </Field>
  );
}
