import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { currentSession } from '../../api/session.ts';

/** Where it is kept: each person’s apart, since several may work at one screen after each other. */
const placeOf = (key: string) => `slipway.form.${currentSession()?.user.id ?? ''}.${key}`;

type Kept<T> = { version: string; values: T };

/** What was typed in the last moment and is not written yet, by key. */
const pending = new Map<string, { timer: ReturnType<typeof setTimeout>; write: () => void }>();

function flush(key: string): void {
  const waiting = pending.get(key);
  if (!waiting) return;
  clearTimeout(waiting.timer);
  pending.delete(key);
  waiting.write();
}

/**
 * What a user had typed under a key before a reload, an ended session or a lost connection; else what is saved. `version`
 * is the version of the record that is edited: what was typed on an older one is not brought back over a newer.
 */
export function keptInput<T extends FieldValues>(key: string, saved: T, version = ''): T {
  try {
    const kept = JSON.parse(sessionStorage.getItem(placeOf(key)) ?? 'null') as Kept<T> | null;
    // A field added to the form since then begins with its saved value.
    return kept !== null && kept.version === version ? { ...saved, ...kept.values } : saved;
  } catch {
    return saved;
  }
}

/** Forgets what was kept: after saving, or when it is thrown away on purpose. */
export function forgetInput(key: string): void {
  clearTimeout(pending.get(key)?.timer);
  pending.delete(key);
  sessionStorage.removeItem(placeOf(key));
}

/**
 * Keeps a form's unsaved input; without a key none. Give `keptInput(key, saved, version)` as the form's values, and call
 * `forgetInput(key)` once it is saved.
 */
export function useKeptInput<T extends FieldValues>(
  key: string | undefined,
  form: UseFormReturn<T>,
  version = '',
): void {
  useEffect(() => {
    if (key === undefined) return undefined;
    // Whose it is stays known when the session ends meanwhile.
    const place = placeOf(key);
    const stop = form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => {
        if (isDirty !== true) return;
        clearTimeout(pending.get(key)?.timer);
        const write = () => sessionStorage.setItem(place, JSON.stringify({ version, values }));
        pending.set(key, { write, timer: setTimeout(() => flush(key), 250) });
      },
    });
    // Leaving within the moment must not lose the last keystrokes.
    const leave = () => flush(key);
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      flush(key);
      stop();
    };
  }, [form, key, version]);
}
