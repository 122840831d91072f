/** What is wrong with a form, by the names of its fields. §8. */
import * as z from 'zod/mini';
import type { FieldError } from './errors.ts';
import { toCount } from './values/decimal.ts';

/** What a call would refuse of a body, by the names of its fields: the first message of each. */
export function bodyFaults(shape: z.ZodMiniType, body: unknown): FieldError[] {
  const result = z.safeParse(shape, body);
  const issues = result.success ? [] : result.error.issues;
  const messages = new Map<string, string>();
  for (const { path, message } of issues) {
    const field = path.join('.');
    if (!messages.has(field)) messages.set(field, message);
  }
  return [...messages].map(([field, message]) => ({ field, message }));
}

/** Which rows of a list are left blank, by its name. */
export type BlankRows = { list: string; isBlank: readonly boolean[] };

/** A fault as the screen counts rows: those left blank are there, and were not sent. */
export function onScreen(fault: FieldError, { list, isBlank }: BlankRows): FieldError {
  if (!fault.field.startsWith(`${list}.`)) return fault;
  const [row = '', ...rest] = fault.field.slice(list.length + 1).split('.');
  const shown = isBlank.flatMap((blank, index) => (blank ? [] : [index]))[toCount(row) ?? -1] ?? 0;
  return { ...fault, field: [list, shown, ...rest].join('.') };
}
