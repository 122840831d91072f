import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { useId, type ReactNode } from 'react';

const ring =
  'peer-focus-visible:ring-2 peer-focus-visible:ring-ring peer-focus-visible:ring-offset-1 ring-offset-panel';

type CheckboxProps = {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  hint?: string;
  disabled?: boolean;
  /** Some of its group is checked. */
  mixed?: boolean;
  hideLabel?: boolean;
  id?: string;
};

export function Checkbox({
  label,
  checked,
  onChange,
  hint,
  disabled = false,
  mixed = false,
  hideLabel = false,
  id,
}: CheckboxProps) {
  return (
    <label className={clsx('relative flex min-h-6 items-start gap-2', disabled && 'opacity-55')}>
      <span className="relative mt-1 grid size-4 shrink-0">
        <input
          type="checkbox"
          id={id}
          checked={checked}
          disabled={disabled}
          ref={(input) => {
            // Only a script can set the third state.
            if (input !== null) input.indeterminate = mixed;
          }}
          onChange={(event) => onChange(event.target.checked)}
          className="peer absolute -inset-1 size-6 opacity-0"
        />
        <span
          className={clsx(
            'pointer-events-none grid size-4 place-items-center rounded border',
            ring,
            checked || mixed ? 'border-brand bg-brand text-brandfg' : 'border-edge bg-panel',
          )}
        >
          {mixed ? (
            <span className="h-0.5 w-2 rounded bg-current" />
          ) : (
            checked && <Check size={12} strokeWidth={3} aria-hidden="true" />
          )}
        </span>
      </span>
      <span className={hideLabel ? 'sr-only' : 'pt-0.5'}>
        {label}
        {hint !== undefined && <span className="block text-xs text-mute">{hint}</span>}
      </span>
    </label>
  );
}

export type SwitchProps = {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  hint?: string;
  disabled?: boolean;
};

/** A setting that takes effect immediately. */
export function Switch({ label, checked, onChange, hint, disabled = false }: SwitchProps) {
  return (
    <label className={clsx('flex min-h-6 items-start gap-2.5', disabled && 'opacity-55')}>
      <span className="relative mt-0.5 h-4.5 w-8 shrink-0">
        <input
          type="checkbox"
          role="switch"
          aria-checked={checked}
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
          className="peer absolute -inset-1 opacity-0"
        />
        <span
          className={clsx(
            'pointer-events-none absolute inset-0 rounded-full transition-colors',
            ring,
            checked ? 'bg-brand' : 'bg-mute',
          )}
        />
        <span
          className={clsx(
            'pointer-events-none absolute top-0.5 size-3.5 rounded-full bg-white shadow-sm transition-[left]',
            checked ? 'left-4' : 'left-0.5',
          )}
        />
      </span>
      <span>
        {label}
        {hint !== undefined && <span className="block text-xs text-mute">{hint}</span>}
      </span>
    </label>
  );
}

export type RadioGroupProps = {
  label: string;
  options: readonly { value: string; label: string; hint?: string }[];
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  inline?: boolean;
  id?: string;
};

export function RadioGroup({ label, options, value, onChange, error, inline = false, id }: RadioGroupProps) {
  const name = useId();
  return (
    <fieldset className="min-w-0" aria-invalid={error === undefined ? undefined : true}>
      <legend className="mb-1 text-xs font-medium text-mute">{label}</legend>
      <div className={clsx('flex', inline ? 'min-h-8 flex-wrap items-center gap-x-4' : 'flex-col gap-1')}>
        {options.map((option, index) => (
          <label key={option.value} className="relative flex min-h-6 items-start gap-2">
            <span className="relative mt-0.5 grid size-4 shrink-0">
              <input
                type="radio"
                id={index === 0 ? id : undefined}
                name={name}
                checked={option.value === value}
                onChange={() => onChange(option.value)}
                className="peer absolute -inset-1 size-6 opacity-0"
              />
              <span
                className={clsx(
                  'pointer-events-none size-4 rounded-full border bg-panel',
                  ring,
                  option.value === value ? 'border-5 border-brand' : 'border-edge',
                )}
              />
            </span>
            <span>
              {option.label}
              {option.hint !== undefined && <span className="block text-xs text-mute">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      {error !== undefined && <p className="mt-1 text-xs text-bad">{error}</p>}
    </fieldset>
  );
}
