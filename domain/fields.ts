/** What a value of a contract is to a form: the kind of field that it is entered in, and what that field holds. */
import type * as z from 'zod/mini';

/** A record of a register as a field holds it: its id as text, and what it is called. */
export type Choice = { id: string; label: string; detail?: string };

/** By kind, what a field holds while one types; '' and null are nothing. Figures and days are text until they are sent. */
export type Held = {
  text: string;
  amount: string;
  rate: string;
  day: string;
  whole: string;
  record: Choice | null;
};
export type FieldKind = keyof Held;

/** A shape that names its kind of field; texts, choices and switches follow from their type. */
type OfKind<S, K extends FieldKind> = S & { readonly field: K };

/** Says of a shape which kind of field it is entered in. */
/* @__NO_SIDE_EFFECTS__ */
export function ofKind<S extends z.ZodMiniType, K extends FieldKind>(shape: S, kind: K): OfKind<S, K> {
  return Object.assign(shape, { field: kind });
}
