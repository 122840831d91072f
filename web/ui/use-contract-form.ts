import { useState } from 'react';
import { set, useForm, useWatch, type Control, type FieldErrors, type FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { FieldError } from '../../domain/errors.ts';
import type { Choice } from '../../domain/fields.ts';
import { bodyOf, fieldsOf, type FormValues } from '../../domain/forms.ts';
import { keptInput, useKeptInput } from './use-kept-input.ts';

/** A form as its fields see it: what it holds, what its contract says of it, and what is wrong. */
export type Form<V> = {
  readonly values: V;
  readonly control: Control;
  readonly shape: z.ZodMiniObject;
  /** The message of each field, by its name ("slip.risk.type"). */
  readonly errors: Readonly<Record<string, string | undefined>>;
  /** Fills fields in, as if they had been typed. */
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

type Given<V> = {
  shape: z.ZodMiniObject;
  initial: V;
  /** What is wrong with what is typed. */
  faultsOf: (values: V) => FieldError[];
  /** Under which unsaved input is kept, and of which version of the record; a short form keeps none. */
  keep?: { key: string; version: string } | undefined;
};

/** A form of exactly the fields of a body: for the hooks below. */
export function ofShape<S extends z.ZodMiniObject>(shape: S) {
  return { shape, body: (values: FormValues<S>) => bodyOf(shape, values) };
}

/** Messages as react-hook-form keeps them, by the names of their fields. */
function messagesIn(errors: object, at = ''): FieldError[] {
  return Object.entries(errors).flatMap(([name, error]: [string, unknown]): FieldError[] => {
    if (typeof error !== 'object' || error === null) return [];
    const field = at === '' ? name : `${at}.${name}`;
    if (!('type' in error) || typeof error.type !== 'string') return messagesIn(error, field);
    return 'message' in error && typeof error.message === 'string' ? [{ field, message: error.message }] : [];
  });
}

/** Messages by field as react-hook-form keeps them. */
export function errorsOf(faults: readonly FieldError[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const { field, message } of faults.toReversed()) set(errors, field, { type: 'check', message });
  return errors;
}

/** Faults in the order of the fields; those of a list stand where it does, unknown ones behind. */
export function inOrder(faults: readonly FieldError[], order: readonly string[]): FieldError[] {
  const places = faults.map((fault) => {
    const place = order.findIndex((name) => fault.field === name || fault.field.startsWith(`${name}.`));
    return { fault, place: place < 0 ? order.length : place };
  });
  return places.toSorted((a, b) => a.place - b.place).map(({ fault }) => fault);
}

/** The state of a form whose messages stand at its fields once it was sent, each until its field is in order. */
export function useContractForm<V extends object>({ shape, initial, faultsOf: wrong, keep }: Given<V>) {
  // react-hook-form does not know what the fields hold: here, at its edge, it is said once.
  const held = (values: FieldValues) => values as V;
  const [defaultValues] = useState<FieldValues>(() =>
    keep === undefined ? initial : keptInput(keep.key, initial, keep.version),
  );
  const core = useForm({
    defaultValues,
    resolver: (values: FieldValues) => {
      const faults = wrong(held(values));
      return faults.length === 0 ? { values, errors: {} } : { values: {}, errors: errorsOf(faults) };
    },
  });
  useKeptInput(keep?.key, core, keep?.version);
  const values = held(useWatch({ control: core.control }));
  const { errors, isDirty, isSubmitted, isSubmitting } = core.formState;
  const faults = inOrder(messagesIn(errors), fieldsOf(shape));
  const form: Form<V> = {
    values,
    control: core.control,
    shape,
    errors: Object.fromEntries(faults.map(({ field, message }) => [field, message])),
    set: (changes) => {
      for (const [name, value] of Object.entries(changes))
        core.setValue(name, value, { shouldDirty: true, shouldValidate: isSubmitted });
    },
  };
  return {
    form,
    faults,
    dirty: isDirty,
    busy: isSubmitting,
    /** What was refused elsewhere, at its fields. */
    refuse: (refused: readonly FieldError[]) => {
      for (const { field, message } of refused) core.setError(field, { type: 'server', message });
    },
    submit: (send: (values: V) => Promise<void>) => core.handleSubmit(async () => send(held(core.getValues())))(),
    reset: (next: V) => core.reset(next),
  };
}
