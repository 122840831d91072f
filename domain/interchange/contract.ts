/** Placements that leave as JSON and come in as drafts: the calls under /underwriting/interchange. */
import * as z from 'zod/mini';
import { endpoint, fileBody, SCA } from '../endpoint.ts';
import { amountOut, dayParam, idText, lengths, rateOut, recordId, ref, saved, text } from '../wire.ts';
import { placementFile } from './placement.ts';
import { MAX_PLACEMENT_BYTES } from './read-file.ts';

const dayQuery = z.object({
  id: idText,
  /** The day as at which it is written; left out, today or the day of its last approved endorsement, if later. */
  as_at: dayParam,
});
const exported = {
  method: 'GET',
  access: 'policies.view',
  effect: 'read',
  query: dayQuery,
  reply: placementFile,
} as const;

export const exportPolicy = endpoint({
  ...exported,
  path: `${SCA}/underwriting/interchange`,
  summary: 'A local policy as JSON in the terms of the market’s core data record, with its approved endorsements.',
});
export const exportSlip = endpoint({
  ...exported,
  path: `${SCA}/londonslip/interchange`,
  summary: 'A London slip as JSON in the terms of the market’s core data record, with its approved endorsements.',
});

/** What the importing user chose where the file alone did not say it: "insured:12,participations[0]:7". */
const CHOICE = /^(?:reinsured|insured|class_of_business|payment\.terms|participations\[\d{1,2}\]):[A-Z0-9_]{1,20}$/;
const choices = z.optional(
  z.string().check(
    z.maxLength(4000, 'Too many choices.'),
    z.refine((value) => value.split(',').every((one) => one === '' || CHOICE.test(one)), 'Not a choice.'),
  ),
);

export function choicesText(chosen: ReadonlyMap<string, string>): string {
  return [...chosen].map(([place, value]) => `${place}:${value}`).join(',');
}

export function readChoices(value: string | undefined): Map<string, string> {
  const pairs = (value ?? '').split(',').filter((one) => one !== '');
  return new Map(pairs.map((one) => one.split(':') as [string, string]));
}

const candidate = z.object({ id: recordId, name: z.string(), place: z.string(), active: z.boolean() });

const preview = z.object({
  sha256: z.string(),
  market: z.enum(['LOCAL', 'LONDON']),
  sender: z.string(),
  number: z.string(),
  umr: z.nullable(z.string()),
  as_at: z.string(),
  currency: z.string(),
  /** The form's fields as they would be filled, by their place in the file. */
  fields: z.array(z.object({ place: z.string(), label: z.string(), value: z.string() })),
  parties: z.array(
    z.object({
      place: z.string(),
      register: z.enum(['REINSURED', 'INSURED', 'SECURITY']),
      name: z.string(),
      /** Its numbers and country as the file gives them. */
      detail: z.string(),
      match: z.nullable(ref),
      by: z.nullable(z.enum(['NAME', 'NUMBER', 'CHOICE'])),
      near: z.array(candidate),
      /** Of a security. `signed` is the line as it would be signed here. */
      line: z.nullable(z.object({ written: z.nullable(rateOut), sent: rateOut, signed: z.nullable(rateOut) })),
    }),
  ),
  class_of_business: z.object({ name: z.string(), match: z.nullable(ref) }),
  /** Of the file, and those that the draft would have: the same, or others that were chosen. */
  payment_terms: z.object({ code: z.string(), match: z.nullable(z.string()) }),
  clauses: z.array(
    z.object({
      place: z.string(),
      reference: z.string(),
      title: z.string(),
      /** SAME: word for word a wording of ours. OTHER: ours of that reference says something else. */
      outcome: z.enum(['SAME', 'OTHER', 'UNKNOWN', 'INACTIVE']),
      wording_version: z.nullable(z.int()),
    }),
  ),
  /** What keeps it from becoming a draft; choices that are still to be made are not among them. */
  errors: z.array(z.object({ place: z.string(), message: z.string() })),
  warnings: z.array(z.string()),
  /** Records of the same number or UMR that are here already. */
  existing: z.array(
    z.object({ id: recordId, market: z.enum(['LOCAL', 'LONDON']), reference: z.string(), status: z.string() }),
  ),
  /** As they would be worked out here; null while it cannot be. */
  figures: z.nullable(
    z.object({
      fac_premium: amountOut,
      ceding_commission: amountOut,
      brokerage: amountOut,
      tax: amountOut,
      debit_note: amountOut,
    }),
  ),
  ready: z.boolean(),
});
const upload = {
  method: 'POST',
  access: 'policies.create',
  upload: { maxBytes: MAX_PLACEMENT_BYTES },
  body: fileBody,
} as const;

export const previewPlacement = endpoint({
  ...upload,
  effect: 'read',
  path: `${SCA}/underwriting/interchange/preview`,
  summary: 'What a placement file would become: whom and what it names, what is wrong, what is here already.',
  query: z.object({ choices }),
  reply: preview,
});
export const draftPlacement = endpoint({
  ...upload,
  effect: 'write',
  path: `${SCA}/underwriting/interchange/draft`,
  summary: 'Makes a draft of a placement file, a local policy or a London slip, as saving its form would.',
  query: z.object({
    choices,
    name: text(lengths('The name of the file', 1, 200)),
    /** Another draft although one of the same number or UMR is here. */
    again: z.optional(z.enum(['true'])),
  }),
  reply: z.object({ ...saved.shape, market: z.enum(['LOCAL', 'LONDON']) }),
});
