import { useEffect, useRef, type ReactNode, type SyntheticEvent } from 'react';

/** The forms before the sign-in: plain elements, no kit, so that the first screen is small. */

const focus = 'outline-none focus-visible:ring-2 focus-visible:ring-ring';

type PageProps = { title: string; lead: ReactNode; children: ReactNode };

export function PlainPage({ title, lead, children }: PageProps) {
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <title>{`${title} · Slipway`}</title>
      <div className="w-full max-w-sm">
        <p className="mb-6 flex items-center gap-2 text-base font-semibold">
          <img src="/icon.svg" alt="" width="24" height="24" />
          Slipway
        </p>
        <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
        <div className="mt-1 mb-5 text-mute">{lead}</div>
        {children}
      </div>
    </main>
  );
}

type FormProps = {
  action: string;
  busy: boolean;
  problem: string | null;
  onSubmit: (form: FormData) => void;
  children: ReactNode;
};

export function PlainForm({ action, busy, problem, onSubmit, children }: FormProps) {
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!busy) onSubmit(new FormData(event.currentTarget));
  };
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (problem !== null) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [problem]);
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-3.5">
      <div aria-live="assertive">
        {problem !== null && <p className="rounded-md border border-bad/30 bg-badsoft px-3 py-2">{problem}</p>}
      </div>
      {children}
      <button
        type="submit"
        aria-disabled={busy || undefined}
        className={`mt-1 h-9 rounded-md bg-brand font-medium text-brandfg shadow-sm hover:bg-brand/90 focus-visible:ring-offset-2 ring-offset-bg aria-disabled:opacity-60 ${focus}`}
      >
        {action}
      </button>
    </form>
  );
}

type FieldProps = {
  label: string;
  name: string;
  type?: string;
  autoComplete?: string;
  error?: string | undefined;
  hint?: string;
  defaultValue?: string;
  autoFocus?: boolean;
  maxLength?: number;
  inputMode?: 'numeric';
  onInput?: (event: SyntheticEvent<HTMLInputElement>) => void;
};

export function PlainField({ label, name, error, hint, type = 'text', ...input }: FieldProps) {
  const notes = [error !== undefined && `${name}-error`, hint !== undefined && `${name}-hint`].filter(
    (one) => one !== false,
  );
  return (
    <div>
      <label htmlFor={name} className="mb-1 block text-xs font-medium text-mute">
        {label}
      </label>
      <input
        {...input}
        id={name}
        name={name}
        type={type}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={notes.length === 0 ? undefined : notes.join(' ')}
        className={`h-9 w-full rounded-md border border-edge bg-panel px-2.5 aria-invalid:border-bad ${focus}`}
      />
      {error !== undefined && (
        <p id={`${name}-error`} className="mt-1 text-xs text-bad">
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p id={`${name}-hint`} className="mt-1 text-xs text-mute">
          {hint}
        </p>
      )}
    </div>
  );
}

export const plainLink = `rounded text-link underline underline-offset-2 ${focus}`;

/** A text of a form; files do not occur. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
