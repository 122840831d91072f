import * as z from 'zod/mini';
import { AppError, invalid } from '../../../domain/errors.ts';

/**
 * The values of a form that travel in the address, in the body, or some in each. A value sent twice must be the same
 * twice; the reply names all bad fields together. §6.
 */
export function formValues<T extends z.ZodMiniType>(
  form: T,
  query: Readonly<Record<string, unknown>>,
  body: Readonly<Record<string, unknown>> = {},
): z.output<T> {
  const twice = Object.keys(query).filter(
    (field) => query[field] !== undefined && body[field] !== undefined && query[field] !== body[field],
  );
  if (twice.length > 0)
    throw invalid(
      ...twice.map((field) => ({ field, message: 'Sent in the address and in the body, and not the same.' })),
    );
  const values = Object.fromEntries(
    [...Object.entries(body), ...Object.entries(query)].filter(([, value]) => value !== undefined),
  );
  const result = z.safeParse(form, values);
  if (result.success) return result.data;
  throw invalid(...result.error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message })));
}

/** An edit that says which version it read is refused when the record has moved on. §6. */
export function assertVersion(current: { version: number }, read: number | undefined): void {
  if (read !== undefined && read !== current.version) throw new AppError('STALE');
}
