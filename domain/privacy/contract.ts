/** What is held on one person: collected, exported, erased. The ledger and issued documents stay whole. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { idText, instant, recordId, saved, text } from '../wire.ts';

const SUBJECT_KINDS = ['user', 'party', 'contact', 'intermediary'] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];
export const SUBJECT_LABELS: Record<SubjectKind, string> = {
  user: 'User',
  party: 'Party',
  contact: 'Contact',
  intermediary: 'Intermediary',
};

const kind = z.enum(SUBJECT_KINDS, 'Choose whom it is about.');
const subject = { kind, id: recordId };

export const findPersons = endpoint({
  method: 'GET',
  path: `${SCA}/privacy/find`,
  access: 'firm.manage',
  effect: 'read',
  summary: 'Users, parties, contacts and intermediaries by name or email, at most 50.',
  query: z.object({ searchValue: text({ min: 2, max: 100, message: 'Search for 2 to 100 characters.' }) }),
  reply: z.array(z.object({ ...subject, name: z.string(), email: z.string(), detail: z.string() })),
});

export const heldData = z.object({
  subject: z.object({ ...subject, name: z.string() }),
  made_at: instant,
  sections: z.array(
    z.object({
      title: z.string(),
      /** Why it is kept. */
      purpose: z.string(),
      columns: z.array(z.string()),
      rows: z.array(z.array(z.string())),
      /** There are more than these. */
      more: z.boolean(),
    }),
  ),
});

export type Sections = z.output<typeof heldData>['sections'];

/** Giving it out is an act of its own, which the audit trail keeps. */
export const exportPerson = endpoint({
  method: 'POST',
  path: `${SCA}/privacy/export`,
  access: 'firm.manage',
  effect: 'write',
  // The reply would be kept with the key: what is held on somebody is not held twice.
  keyless: true,
  summary: 'All that is held on one person, by purpose.',
  body: z.object(subject),
  reply: heldData,
});

export const previewErasure = endpoint({
  method: 'GET',
  path: `${SCA}/privacy/erasure`,
  access: 'firm.manage',
  effect: 'read',
  summary: 'What erasing one person would take away, what stays and why, and what prevents it.',
  query: z.object({ kind, id: idText }),
  reply: z.object({
    name: z.string(),
    version: z.int(),
    why_not: z.array(z.string()),
    erased: z.array(z.string()),
    kept: z.array(z.string()),
  }),
});

export const erasePerson = endpoint({
  method: 'PUT',
  path: `${SCA}/privacy/erase`,
  access: 'firm.manage',
  effect: 'write',
  summary: 'Erases what names one person; figures, numbers and issued documents stay.',
  body: z.object({
    ...subject,
    version: z.int(),
    reason: text({ min: 3, max: 500, message: 'Say why it is erased.' }),
  }),
  reply: saved,
});
