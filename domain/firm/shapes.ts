/** Fields that the firm's settings share, with the messages shown. §8. */
import * as z from 'zod/mini';
import { text, versionField } from '../wire.ts';

const EMAIL = 'Enter a valid email address.';

/** An email address, or nothing. */
export const optionalEmail = z.string(EMAIL).check(
  z.trim(),
  z.maxLength(254, EMAIL),
  z.refine((value) => value === '' || z.regexes.email.test(value), EMAIL),
);

export function shortText(max: number, message = `At most ${max} characters.`) {
  return text({ max, message });
}

/** A whole number within bounds; one message for whatever is wrong. */
export function whole(bounds: { min: number; max: number; message: string }) {
  return z.int(bounds.message).check(z.minimum(bounds.min, bounds.message), z.maximum(bounds.max, bounds.message));
}

export const versioned = { version: versionField };
export const address = shortText(400, 'Address must be at most 400 characters.');

/** What saving would do, in sentences, before it is done. */
export const effects = z.object({ effects: z.array(z.string()), warnings: z.array(z.string()) });
