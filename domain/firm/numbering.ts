/** Formats of numbers to come. §4 Numbers. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { formatFault, NUMBERED } from '../numbers.ts';
import { saved } from '../wire.ts';

const format = z.string('Enter a format.').check(
  z.trim(),
  z.refine((value) => formatFault(value) === null, {
    error: (issue) => formatFault(String(issue.input).trim()) ?? 'Enter a format.',
  }),
);

export const formatForm = z.object({
  kind: z.enum(NUMBERED, 'Choose a kind of number.'),
  format,
  /** 0 for a kind that still has the standard format. */
  version: z.int('Send the version that you read.').check(z.minimum(0, 'Send the version that you read.')),
});

export const formats = endpoint({
  method: 'GET',
  path: `${SCA}/numbering/items`,
  access: 'registers.view',
  effect: 'read',
  summary: 'The format of each kind of number, with the last one used in the active branch and the next.',
  reply: z.object({
    branch: z.string(),
    year: z.int(),
    data: z.array(
      z.object({
        kind: z.enum(NUMBERED),
        format: z.string(),
        standard: z.boolean(),
        last: z.nullable(z.string()),
        /** The sequence of the next number. */
        sequence: z.int(),
        version: z.int(),
      }),
    ),
  }),
});
export const saveFormat = endpoint({
  method: 'PUT',
  path: `${SCA}/numbering/save`,
  access: 'firm.manage',
  effect: 'write',
  summary: 'Changes the format of the numbers to come of one kind. Numbers in use stay.',
  body: formatForm,
  reply: saved,
});
