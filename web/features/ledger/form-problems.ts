import * as z from 'zod/mini';
import type { FieldError } from '../../../domain/errors.ts';
import { idText } from '../../../domain/wire.ts';

/** What the contract's own schema finds wrong with a body, by field, the first message of each. */
export function bodyProblems(schema: z.ZodMiniType, body: unknown): FieldError[] {
  const result = schema.safeParse(body);
  if (result.success) return [];
  const seen = new Set<string>();
  return result.error.issues.flatMap((issue) => {
    const field = issue.path.join('.');
    if (seen.has(field)) return [];
    seen.add(field);
    return [{ field, message: issue.message }];
  });
}

/** The errors of a form as its summary lists them; `order` is that of the fields on the page. */
export function listProblems(
  errors: Readonly<Record<string, { message?: string | undefined } | undefined>>,
  order: readonly string[],
): FieldError[] {
  return Object.entries(errors)
    .flatMap(([field, error]) => (error?.message === undefined ? [] : [{ field, message: error.message }]))
    .toSorted((a, b) => order.indexOf(a.field) - order.indexOf(b.field));
}

/** The id of a record as a body carries it; 0 for none, which the contract refuses with its own message. */
export function idNumber(text: string | null | undefined): number {
  const decoded = z.safeDecode(idText, text ?? '');
  return decoded.success ? decoded.data : 0;
}
