import * as z from 'zod/mini';
import { email } from '../accounts/contract.ts';
import { endpoint, SCA } from '../endpoint.ts';
import { byId, instant, recordId, text, versionField } from '../wire.ts';

export const SENDING_STATUSES = ['QUEUED', 'SENT', 'FAILED'] as const;

/** One mail with a document, to whom it went, and whether it left. */
export const sendingRow = z.object({
  id: recordId,
  to: z.array(z.string()),
  by: z.string(),
  at: instant,
  status: z.enum(SENDING_STATUSES),
  /** Why it did not leave, or not yet. */
  message: z.nullable(z.string()),
});

const SUBJECT = 'Subject must be 1 to 200 characters on one line.';
const TEXT = 'Text must be 1 to 10,000 characters.';
// A line break here would begin another head of the mail.
// oxlint-disable-next-line no-control-regex -- they are what is refused
const ONE_LINE = /^[^\u0000-\u001f\u007f\u0085\u2028\u2029]*$/;

export const mailFields = {
  subject: text({ min: 1, max: 200, message: SUBJECT }).check(z.regex(ONE_LINE, SUBJECT)),
  text: text({ min: 1, max: 10_000, message: TEXT }),
};

/** A mail goes to at most so many addresses. */
export const MOST_ADDRESSES = 10;
const MOST = z.maxLength(MOST_ADDRESSES, `A mail goes to at most ${MOST_ADDRESSES} addresses.`);

export const sendBody = z.object({
  id: recordId,
  to: z.array(email).check(z.minLength(1, 'Enter at least one address.'), MOST),
  /** Those of them that are no address of the document's parties: the sender was shown them and sends nevertheless. */
  confirmed: z.optional(z.array(email).check(MOST)),
  ...mailFields,
});

/** The addresses in what somebody typed or pasted: "a@b.com; Jane Doe <jane@b.com>". */
export function addressesIn(typed: string): string[] {
  return typed
    .replaceAll(/[^,;<>\n]*<([^<>]*)>/g, ' $1 ')
    .split(/[\s,;]+/)
    .filter((one) => one !== '');
}

/** The same as a form holds it, where one field holds all addresses. */
export const mailForm = z.object({
  to: z.string().check(
    z.refine((typed) => addressesIn(typed).length > 0, 'Enter at least one address.'),
    z.refine((typed) => addressesIn(typed).length <= 10, 'A mail goes to at most 10 addresses.'),
    z.refine(
      (typed) => addressesIn(typed).every((one) => email.safeParse(one).success),
      'Enter valid email addresses.',
    ),
  ),
  ...mailFields,
});

export const prepareMail = endpoint({
  method: 'GET',
  path: `${SCA}/document/mail/{id}`,
  access: 'policy_documents.view',
  effect: 'read',
  summary: 'What a mail with a document would say, and to whom: addresses known and the firm’s covering text.',
  params: byId,
  reply: z.object({
    may_send: z.boolean(),
    /** Of the parties that the document concerns; several where it may go to any of them. */
    addresses: z.array(z.object({ party: z.string(), email: z.string() })),
    /** Every address of those parties: any other is confirmed before it is sent to. */
    known: z.array(z.string()),
    subject: z.string(),
    text: z.string(),
  }),
});
export const sendDocument = endpoint({
  method: 'POST',
  path: `${SCA}/document/send`,
  access: 'policy_documents.view',
  effect: 'write',
  summary: 'Sends a document by mail with a covering text; it leaves after the answer.',
  body: sendBody,
  reply: sendingRow,
});

const mailTextRow = z.object({
  kind: z.string(),
  subject: z.string(),
  text: z.string(),
  version: z.int(),
  /** The firm’s own, and not the product’s. */
  own: z.boolean(),
});
export const listMailTexts = endpoint({
  method: 'GET',
  path: `${SCA}/document/mailtexts`,
  access: 'firm.manage',
  effect: 'read',
  summary: 'The covering texts with which documents are sent, by kind.',
  reply: z.array(mailTextRow),
});
export const editMailText = endpoint({
  method: 'PUT',
  path: `${SCA}/document/mailtext`,
  access: 'firm.manage',
  effect: 'write',
  summary: 'Changes the covering text of one kind of document.',
  body: z.object({
    kind: text({ min: 1, max: 40, message: 'Choose a kind of document.' }),
    version: z.union([z.literal(0), versionField]),
    ...mailFields,
  }),
  reply: mailTextRow,
});
