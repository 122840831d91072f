import { DraftInput } from './DraftInput.tsx';
import { Field, type FieldProps, type Prompt } from './Field.tsx';
import { readTypedRate } from '../../../domain/values/typed.ts';
import { showWireRate } from './read-typed.ts';
import { useDraft } from './use-draft.ts';

export type RateFieldProps = FieldProps & {
  /** Percentage as decimal text ("0.25"), or '' for none. */
  value: string;
  onChange: (value: string) => void;
  placeholder?: Prompt;
};

/** A percentage of up to 6 decimals. */
export function RateField({ value, onChange, placeholder, error, onBlur, ...field }: RateFieldProps) {
  const draft = useDraft(value, onChange, { read: readTypedRate, show: showWireRate });
  const fault = draft.unreadable ? 'Enter a percentage with at most 6 decimals, such as 12.5.' : error;
  return (
    <Field {...field} error={fault}>
      {(aria) => (
        <DraftInput {...{ aria, draft, onBlur, placeholder }} className="pr-7">
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 right-2.5 flex items-center text-xs text-mute"
          >
            %
          </span>
        </DraftInput>
      )}
    </Field>
  );
}
