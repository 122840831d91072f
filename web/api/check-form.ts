import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type * as z from 'zod/mini';

/**
 * Checks a form by the contract's own schema, so that a message is the same here and from the server. `bodyOf` makes of
 * the fields what the schema reads; their names are the same.
 */
export function checkedBy<V extends FieldValues>(schema: z.ZodMiniType, bodyOf: (values: V) => unknown): Resolver<V> {
  return async (values) => {
    const result = schema.safeParse(bodyOf(values));
    if (result.success) return { values, errors: {} };
    const errors: Record<string, { type: string; message: string }> = {};
    for (const issue of result.error.issues) {
      const field = issue.path.join('.');
      errors[field] ??= { type: 'schema', message: issue.message };
    }
    return { values: {}, errors: errors as FieldErrors<V> };
  };
}
