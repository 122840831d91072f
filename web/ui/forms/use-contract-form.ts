import { useEffect, useState } from 'react';
import { get, set, useForm, useWatch, type FieldErrors, type FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { FieldError } from '../../../domain/errors.ts';
import type { Choice } from '../../../domain/fields.ts';
import { bodyOf, fieldsOf, type FormValues } from '../../../domain/forms.ts';
import { stopsAtUnreadable } from './unreadable.ts';
import { forgetInput, keptInput, useKeptInput } from './use-kept-input.ts';

/** A form as its fields see it: what it holds, what its contract says of it, and what is wrong. */
export type Form<V> = {
  readonly values: V;
  readonly shape: z.ZodMiniObject;
  /** The message of each field, by its name ("slip.risk.type"). */
  readonly errors: Readonly<Record<string, string | undefined>>;
  /** What its fields are named behind: '' of a whole form, "contacts.0." of a row. */
  readonly at: string;
  /** Fills one field in, by its whole name, as if it had been typed. */
  readonly change: (field: string, value: unknown) => void;
  /** Fills several in. */
  set(changes: Partial<V>): void;
};

/** The names of the fields that hold a kind of value, those of groups with a point: "slip.risk.type". */
export type FieldName<V, T> = {
  [K in keyof V & string]: V[K] extends T
    ? K
    : V[K] extends readonly unknown[] | Choice | null
      ? never
      : V[K] extends object
        ? `${K}.${FieldName<V[K], T>}`
        : never;
}[keyof V & string];

type Options<V> = {
  shape: z.ZodMiniObject;
  initial: V;
  /** What is wrong with what is typed. */
  faultsOf: (values: V) => FieldError[];
  /**
   * Under which unsaved input is kept, and of which version of the record; a short form keeps none. It comes back as what
   * the form begins with, or as typed over it.
   */
  keep?: { key: string; version: string; asTyped?: boolean };
};

/** A form of exactly the fields of a body: for the hooks below. */
export function ofShape<S extends z.ZodMiniObject>(shape: S) {
  return { shape, body: (values: FormValues<S>) => bodyOf(shape, values) };
}

/** Messages as react-hook-form keeps them, by the names of their fields. */
export function messagesIn(errors: object, at = ''): FieldError[] {
  return Object.entries(errors).flatMap(([name, error]: [string, unknown]): FieldError[] => {
    if (typeof error !== 'object' || error === null) return [];
    const field = at === '' ? name : `${at}.${name}`;
    if (!('type' in error) || typeof error.type !== 'string') return messagesIn(error, field);
    return 'message' in error && typeof error.message === 'string' ? [{ field, message: error.message }] : [];
  });
}

/** The first message of each field, as react-hook-form keeps it. */
export function errorsOf(faults: readonly FieldError[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const { field, message } of faults)
    if (get(errors, field) === undefined) set(errors, field, { type: 'check', message });
  return errors;
}

/** Faults in the order of the fields: those of a row with their list, unknown ones last. */
export function inOrder(faults: readonly FieldError[], order: readonly string[]): FieldError[] {
  const places = faults.map((fault) => {
    const place = order.findIndex((name) => fault.field === name || fault.field.startsWith(`${name}.`));
    return { fault, place: place < 0 ? order.length : place };
  });
  return places.toSorted((a, b) => a.place - b.place).map(({ fault }) => fault);
}

export function byField(faults: readonly FieldError[]): Record<string, string | undefined> {
  return Object.fromEntries(faults.map(({ field, message }) => [field, message]));
}

function formOf<V>(parts: Omit<Form<V>, 'set'>): Form<V> {
  return {
    ...parts,
    set: (changes) => {
      for (const [name, value] of Object.entries(changes)) parts.change(`${parts.at}${name}`, value);
    },
  };
}

/** The messages of a list's cells, as its grid takes them: by "<row>.<key>". */
export function cellErrors({ errors }: Pick<Form<unknown>, 'errors'>, list: string): Form<unknown>['errors'] {
  const own = Object.entries(errors).filter(([field]) => field.startsWith(`${list}.`));
  return Object.fromEntries(own.map(([field, message]) => [field.slice(list.length + 1), message]));
}

/** The rows of a list as forms of their own. */
export function rowForms<V, R>(form: Form<V>, list: FieldName<V, readonly R[]>, rows: readonly R[]): Form<R>[] {
  return rows.map((values, index) => formOf<R>({ ...form, values, at: `${form.at}${list}.${index}.` }));
}

/** The state of a form that shows its messages once it was sent, each until its field is in order. */
export function useContractForm<V extends object>({ shape, initial, faultsOf: wrong, keep }: Options<V>) {
  // react-hook-form does not know what the fields hold: its values get their type back here, and nowhere else.
  const held = (values: FieldValues) => values as V;
  const [begun] = useState(() => ({
    saved: initial,
    kept: keep === undefined ? initial : keptInput<FieldValues>(keep.key, initial, keep.version),
  }));
  const { kept } = begun;
  const [restored, setRestored] = useState(kept !== initial);
  const core = useForm({
    defaultValues: keep?.asTyped === true ? initial : kept,
    resolver: (values: FieldValues) => {
      const faults = wrong(held(values));
      return faults.length === 0 ? { values, errors: {} } : { values: {}, errors: errorsOf(faults) };
    },
  });
  useKeptInput(keep?.key, core, keep?.version);
  useEffect(() => {
    if (keep?.asTyped === true && kept !== initial) core.reset(kept, { keepDefaultValues: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the form is opened
  }, []);
  const values = held(useWatch({ control: core.control }));
  const { errors, isDirty, isSubmitted, isSubmitting } = core.formState;
  const faults = inOrder(messagesIn(errors), fieldsOf(shape));
  const change = (field: string, value: unknown) =>
    core.setValue(field, value, { shouldDirty: true, shouldValidate: isSubmitted || faults.length > 0 });
  const form = formOf<V>({ values, shape, errors: byField(faults), at: '', change });
  return {
    form,
    faults,
    dirty: isDirty,
    busy: isSubmitting,
    /** What was refused elsewhere, at its fields. */
    refuse: (refused: readonly FieldError[]) => {
      for (const { field, message } of refused) core.setError(field, { type: 'server', message });
    },
    /** It began with what was typed before. */
    restored,
    /** Back to what it would have begun with. */
    startOver: () => {
      if (keep !== undefined) forgetInput(keep.key);
      core.reset(begun.saved);
      setRestored(false);
    },
    /** Shows what is wrong; whether nothing is. */
    check: async () => !stopsAtUnreadable() && core.trigger(),
    submit: async (send: (values: V) => Promise<void>, onWrong?: () => void) => {
      if (stopsAtUnreadable()) return;
      let wrong = false;
      const stop = () => {
        wrong = true;
      };
      await core.handleSubmit(async () => send(held(core.getValues())), stop)();
      // What is wrong is known to the screen by now.
      if (wrong) onWrong?.();
    },
    /** What is typed at this moment, drawn or not. */
    typed: () => held(core.getValues()),
    reset: (next: V, keep: { keepDefaultValues?: boolean } = {}) => core.reset(next, keep),
  };
}
