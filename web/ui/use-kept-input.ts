import { useEffect, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

type Kept<T> = { version: string; values: T };

/**
 * What a user had typed under a key before a reload, an ended session or a lost connection; else what is saved. `version`
 * is the version of the record that is edited: what was typed on an older one is not brought back over a newer.
 */
export function keptInput<T extends FieldValues>(key: string, saved: T, version = ''): T {
  try {
    const kept = JSON.parse(sessionStorage.getItem(`slipway.form.${key}`) ?? 'null') as Kept<T> | null;
    return kept !== null && kept.version === version ? kept.values : saved;
  } catch {
    return saved;
  }
}

/** Forgets what was kept: after saving, or when it is thrown away on purpose. */
export function forgetInput(key: string): void {
  sessionStorage.removeItem(`slipway.form.${key}`);
}

/**
 * Keeps a form's unsaved input. Give `keptInput(key, saved, version)` as the form's values, and call `forgetInput(key)`
 * once it is saved.
 */
export function useKeptInput<T extends FieldValues>(key: string, form: UseFormReturn<T>, version = ''): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const stop = form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => {
        if (isDirty !== true) return;
        clearTimeout(timer.current);
        timer.current = setTimeout(
          () => sessionStorage.setItem(`slipway.form.${key}`, JSON.stringify({ version, values })),
          250,
        );
      },
    });
    return () => {
      clearTimeout(timer.current);
      stop();
    };
  }, [form, key, version]);
}
