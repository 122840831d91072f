/** A party of a register in full, with the messages of §8; one form for the browser and the server. */
import * as z from 'zod/mini';
import { parseDay } from '../values/day.ts';
import {
  amount,
  amountOut,
  branchParam,
  countryCode,
  currencyCode,
  idText,
  instant,
  lengths,
  listReply,
  rate,
  rateOut,
  recordId,
  ref,
  text,
  wholeText,
} from '../wire.ts';
import { ADDRESS, anyText, market, name, status } from './shapes.ts';
import { partyBalanceTable, partyPolicyTable } from './tables.ts';
import { partyTable } from './tables.ts';

const EMAIL = 'Enter a valid email address.';

const email = z.string(EMAIL).check(
  z.trim(),
  z.maxLength(254, EMAIL),
  z.refine((value) => value === '' || z.regexes.email.test(value), EMAIL),
);
const upTo = (max: number) => text({ max, message: `At most ${max} characters.` });

/** The documents that can have an address of their own; the rest go to the party's general one. */
export const SENT_DOCUMENTS = [
  'debit-note',
  'credit-note',
  'reinsurance-slip',
  'cover-note',
  'receipt',
  'payment-voucher',
  'statement',
  'claim-invoice',
  'renewal-notice',
] as const;
export type SentDocument = (typeof SENT_DOCUMENTS)[number];
export const SENT_DOCUMENT_LABELS: Record<SentDocument, string> = {
  'debit-note': 'Debit notes',
  'credit-note': 'Credit notes',
  'reinsurance-slip': 'Reinsurance slips',
  'cover-note': 'Cover notes',
  receipt: 'Receipts',
  'payment-voucher': 'Payment advice',
  statement: 'Statements',
  'claim-invoice': 'Claim invoices',
  'renewal-notice': 'Renewal notices',
};

const contactFields = {
  name: text(lengths('Name', 2, 150)),
  role: upTo(100),
  email,
  phone: upTo(40),
  documents: z.array(z.enum(SENT_DOCUMENTS, 'Choose from the list.')),
};
const ADDRESS_OF_DOCUMENTS = 'Enter the email address for these documents.';
export const contact = z
  .strictObject(contactFields)
  .check(
    z.refine((one) => one.documents.length === 0 || one.email !== '', { error: ADDRESS_OF_DOCUMENTS, path: ['email'] }),
  );
export const intermediary = z.object({
  name: text(lengths('Name', 2, 150)),
  reference: upTo(60),
  email,
});

const REFERENCE = 'At most 40 letters, digits, spaces and . / - characters.';
const reference = z
  .string(REFERENCE)
  .check(z.trim(), z.maxLength(40, REFERENCE), z.regex(/^[\p{L}\p{N} ./-]*$/u, REFERENCE));

/** What any party may have; a field that is not sent is not changed. */
const partyExtras = {
  short_name: z.optional(upTo(40)),
  registration_number: z.optional(reference),
  tax_number: z.optional(reference),
  country: z.optional(countryCode),
  resident: z.optional(z.boolean('Resident must be true or false.')),
  email: z.optional(email),
  contacts: z.optional(z.array(contact).check(z.maxLength(50, 'At most 50 contacts.'))),
};
const DAY = 'Enter the day of the rating.';
export const EXPOSURE_LIMIT = 'Enter an amount of more than 0.';
/** What a security has besides: its rating, its number in its market, and how large a line the firm has approved. */
const securityExtras = {
  rating: z.optional(upTo(20)),
  rating_agency: z.optional(upTo(60)),
  rated_on: z.optional(z.nullable(z.string(DAY).check(z.refine((value) => parseDay(value) !== null, DAY)))),
  market_number: z.optional(reference),
  line_limit: z.optional(z.nullable(rate('Largest line must be between 0 and 100.', { min: 1n }))),
  /** How much it may carry in all, in a currency; both, or none. */
  exposure_limit: z.optional(z.nullable(amount(EXPOSURE_LIMIT))),
  exposure_currency: z.optional(z.nullable(currencyCode)),
  intermediaries: z.optional(z.array(intermediary).check(z.maxLength(50, 'At most 50 intermediaries.'))),
};
type Rated = { rating?: string | undefined; rating_agency?: string | undefined; rated_on?: string | null | undefined };
export const NOT_RATED = 'Enter the rating.';
/** An agency and a day are those of a rating; what is not sent is not looked at. */
const ratedInFull = (one: Rated) => one.rating !== '' || ((one.rating_agency ?? '') === '' && !one.rated_on);

/** A reinsured or an insured. */
export const partyForm = z.object({
  name,
  address: text({ min: 3, max: 250, message: ADDRESS }),
  ...partyExtras,
});
/** A security, whose address the specification does not require. */
export const securityForm = z
  .object({
    name,
    address: z.optional(
      text({ max: 250, message: ADDRESS }).check(z.refine((value) => value === '' || value.length >= 3, ADDRESS)),
    ),
    ...partyExtras,
    ...securityExtras,
  })
  .check(z.refine(ratedInFull, { error: NOT_RATED, path: ['rating'] }));

/** The same fields as they may come in a body, before the address's are added. */
export const partyBody = {
  name: z.optional(anyText),
  address: z.optional(anyText),
  ...partyExtras,
  ...securityExtras,
  // Read with the rest of the form, by its kind.
  line_limit: z.optional(z.nullable(z.union([z.string(), z.number()]))),
};
export const SECURITY_FIELDS = Object.keys(securityExtras);

/** What a picker shows: the name and a second line to tell two of them apart. */
export const partyChoice = z.object({
  id: recordId,
  name: z.string(),
  short_name: z.string(),
  address: z.string(),
  market: z.nullable(market),
  resident: z.boolean(),
  rating: z.string(),
  rated_on: z.nullable(z.string()),
  /** The largest line that the firm has approved, in % of 100 %. */
  line_limit: z.nullable(rateOut),
  status,
});

const BANK_ACCOUNT_STATES = ['PROPOSED', 'ACTIVE', 'REPLACED', 'REFUSED', 'WITHDRAWN'] as const;
const NUMBER = 'Account number must be 4 to 34 letters and digits.';
const SWIFT = 'SWIFT code must be 8 or 11 letters and digits.';
/** Where a party is paid in one currency. Spaces in the number and the code are taken out. */
export const bankAccountForm = z.object({
  currency: currencyCode,
  bank: text(lengths('Bank', 2, 100)),
  branch: upTo(100),
  account_name: text(lengths('Account name', 2, 150)),
  account_number: z.string(NUMBER).check(
    z.overwrite((value) => value.replace(/[\s-]/g, '').toUpperCase()),
    z.regex(/^[0-9A-Z]{4,34}$/, NUMBER),
  ),
  swift: z.string(SWIFT).check(
    z.overwrite((value) => value.replace(/\s/g, '').toUpperCase()),
    z.regex(/^([A-Z]{6}[0-9A-Z]{2}([0-9A-Z]{3})?)?$/, SWIFT),
  ),
});
const bankAccount = z.object({
  id: recordId,
  version: z.int(),
  state: z.enum(BANK_ACCOUNT_STATES),
  currency: z.string(),
  bank: z.string(),
  branch: z.string(),
  account_name: z.string(),
  account_number: z.string(),
  swift: z.string(),
  made_by: ref,
  made_at: instant,
  decided_by: z.nullable(ref),
  decided_at: z.nullable(instant),
  reason: z.string(),
  ended_at: z.nullable(instant),
  /** Why the caller cannot decide it; null when they can, or when there is nothing to decide. */
  why_not: z.nullable(z.string()),
});

export const partyRecord = z.object({
  ...partyTable.row.shape,
  exposure_limit: z.nullable(amountOut),
  exposure_currency: z.nullable(z.string()),
  merged_into: z.nullable(ref),
  /** Names under which it was known before they were merged into it. */
  merged_from: z.array(ref),
  contacts: z.array(z.object({ ...contactFields, documents: z.array(z.enum(SENT_DOCUMENTS)) })),
  intermediaries: z.array(z.object({ name: z.string(), reference: z.string(), email: z.string() })),
  bank_accounts: z.array(bankAccount),
  made_by: z.nullable(ref),
  created_at: instant,
});

export const partyUsesQuery = z.object({
  branch: branchParam,
  start: z.optional(wholeText({ min: 0, max: 999_999_999, message: 'start must be a whole number from 0.' })),
  length: z.optional(wholeText({ min: 1, max: 500, message: 'length must be from 1 to 500.' })),
});
/** A part is null where the caller may not see it in any branch. */
export const partyUses = z.object({
  policies: z.nullable(listReply(partyPolicyTable.row)),
  balances: z.nullable(z.array(partyBalanceTable.row)),
});
/** What making a party inactive touches, as far as the caller may see it. */
export const partyEffects = z.object({
  drafts: z.nullable(z.int()),
  pending: z.nullable(z.int()),
  in_force: z.nullable(z.int()),
  vouchers: z.nullable(z.int()),
  balances: partyUses.shape.balances,
});

export const nearParty = z.object({ ...ref.shape, place: z.string(), exact: z.boolean(), status });

export const mergeQuery = z.object({ into: idText });
export const mergePreview = z.object({
  loser: z.object({ ...ref.shape, version: z.int() }),
  survivor: z.object({ ...ref.shape, version: z.int() }),
  /** Why they cannot be merged; null when they can. */
  why_not: z.nullable(z.string()),
  moves: z.array(z.object({ what: z.string(), count: z.int() })),
});
export const mergeBody = z.object({
  loser: z.object({ id: recordId, version: z.int() }),
  survivor: z.object({ id: recordId, version: z.int() }),
});

type Addresses = { email: string; contacts: readonly { email: string; documents: readonly string[] }[] };

/** To whom a document of a party goes: the contacts who take its kind, else the party's general address; none if it has none. */
export function recipientsOf(kind: SentDocument, party: Addresses): string[] {
  const own = party.contacts.filter((one) => one.documents.includes(kind)).map((one) => one.email);
  return own.length > 0 ? [...new Set(own)] : party.email === '' ? [] : [party.email];
}
