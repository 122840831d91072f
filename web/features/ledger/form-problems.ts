import type * as z from 'zod/mini';
import type { FieldError } from '../../../domain/errors.ts';

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
