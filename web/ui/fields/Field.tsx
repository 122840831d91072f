import { clsx } from 'clsx';
import { use, useId, type ReactNode } from 'react';
import { FieldNotes } from './field-notes.ts';

/** What to do in an empty field, and never what could be its value: an example is a hint. */
export type Prompt = `${string}…`;

/** What every field takes. `id` defaults to `name`, so that an error summary can lead to the field. */
export type FieldProps = {
  label: string;
  id?: string;
  name?: string;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean;
  disabled?: boolean;
  /** The label is read aloud but not shown (in grids and toolbars). */
  hideLabel?: boolean;
  className?: string;
  onBlur?: () => void;
};

export type ControlProps = {
  id: string;
  name: string | undefined;
  disabled: boolean;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
};

type Props = FieldProps & { children: (control: ControlProps) => ReactNode };

/** Label, hint and error of one control, tied to it by id. */
export function Field({ label, id, name, hint, error, required = false, disabled = false, ...rest }: Props) {
  const generated = useId();
  const controlId = id ?? name ?? generated;
  const hintId = hint === undefined ? undefined : `${controlId}-hint`;
  const note = use(FieldNotes)[name ?? ''];
  const noteId = note && `${controlId}-note`;
  const errorId = error === undefined ? undefined : `${controlId}-error`;
  return (
    <div className={clsx('relative min-w-0', rest.className)}>
      <label
        htmlFor={controlId}
        id={`${controlId}-label`}
        className={rest.hideLabel === true ? 'sr-only' : 'mb-1 block text-xs font-medium text-mute'}
      >
        {label}
        {required && <span aria-hidden="true">{' *'}</span>}
      </label>
      {rest.children({
        id: controlId,
        name,
        disabled,
        'aria-describedby': [hintId, noteId, errorId].filter(Boolean).join(' ') || undefined,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-required': required || undefined,
      })}
      {error !== undefined && (
        <p id={errorId} data-fault="" className="mt-1 text-xs text-bad">
          {error}
        </p>
      )}
      {note && (
        <p id={noteId} className="mt-1 text-xs text-info">
          {note}
        </p>
      )}
      {hint !== undefined && (
        <p id={hintId} className="mt-1 text-xs text-mute">
          {hint}
        </p>
      )}
    </div>
  );
}
