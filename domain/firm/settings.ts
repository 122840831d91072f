/** The firm's own settings: who it is, what it prints, how it books, signs in, keeps and mails. §2, §5, §6. */
import * as z from 'zod/mini';
import { endpoint, fileBody, fileReply, SCA } from '../endpoint.ts';
import { atMost, currencyCode, instant, lengths, rate, saved, text } from '../wire.ts';
import { address, effects, optionalEmail, shortText, versioned, whole } from './shapes.ts';

export const LOGO_BYTES = 524_288;
export const BROKERAGE_RECOGNITIONS = ['DEBIT_NOTE', 'RECEIPT'] as const;

const LLOYDS = 'A Lloyd’s broker number has 3 or 4 digits.';
const WEBSITE = 'Enter a web address such as https://example.com.';

const identityFields = {
  name: text(lengths('Name', 2, 150)),
  trading_name: shortText(150),
  registration: shortText(150),
  tax_number: shortText(60),
  licence: shortText(150),
  postal_address: address,
  street_address: address,
  phone: shortText(60),
  email: optionalEmail,
  website: z.string(WEBSITE).check(
    z.trim(),
    z.maxLength(200, WEBSITE),
    z.refine((value) => value === '' || /^(https?:\/\/)?[\w-]+(\.[\w-]+)+(\/\S*)?$/.test(value), WEBSITE),
  ),
  lloyds_broker_number: z.string(LLOYDS).check(z.trim(), z.regex(/^(\d{3,4})?$/, LLOYDS)),
  document_footer: shortText(300),
};

/** What the letterhead shows: the identity without version. */
export const letterheadBody = z.object(identityFields);

export const booksBody = z.object({
  base_currency: currencyCode,
  time_zone: text({ min: 1, max: 60, message: 'Choose a time zone.' }),
  year_start_month: whole({ min: 1, max: 12, message: 'Choose the month in which the financial year begins.' }),
  brokerage_recognition: z.enum(BROKERAGE_RECOGNITIONS, 'Choose when brokerage counts as income.'),
  maker_checker: z.boolean('Choose whether a second person decides.'),
});

export const sessionsBody = z.object({
  session_hours: whole({ min: 1, max: 12, message: 'A session lasts 1 to 12 hours.' }),
  idle_minutes: whole({ min: 5, max: 720, message: 'Idle time must be 5 to 720 minutes.' }),
});

export const underwritingBody = z.object({
  short_rate: rate('Short rate must be between 0 and 100.'),
  brokerage_on_cover_notes: z.boolean('Choose whether cover notes name our brokerage.'),
});

const REMINDER = 'Days must be from 1 to 365.';
const reminderDays = whole({ min: 1, max: 365, message: REMINDER });
/** From how many days overdue a reinsured gets each letter; each comes after the one before (`reminderFaults`). M12. */
export const remindersBody = z.object({ first: reminderDays, second: reminderDays, final: reminderDays });

const YEARS = 'Years must be from 1 to 10.';
export const retentionBody = z.object({
  jobs_years: whole({ min: 1, max: 10, message: YEARS }),
  mails_years: whole({ min: 1, max: 10, message: YEARS }),
  imports_years: whole({ min: 1, max: 10, message: YEARS }),
  personal_years: whole({ min: 1, max: 30, message: 'Years must be from 1 to 30.' }),
  attempts_days: whole({ min: 1, max: 365, message: 'Days must be from 1 to 365.' }),
});

export const mailBody = z.object({
  from_name: text(atMost(100)).check(
    z.refine((value) => !/[\r\n<>"]/.test(value), 'A name without line breaks, quotes or angle brackets.'),
  ),
  reply_to: optionalEmail,
  signature: shortText(1000),
});

export const firmRecord = z.object({
  version: z.int(),
  identity: letterheadBody,
  books: booksBody,
  underwriting: underwritingBody,
  reminders: remindersBody,
  sessions: sessionsBody,
  retention: retentionBody,
  mail: mailBody,
  /** Something is posted: the base currency stays. */
  posted: z.boolean(),
  logo: z.nullable(
    z.object({
      type: z.string(),
      width: z.int(),
      height: z.int(),
      sha256: z.string(),
      uploaded_at: instant,
      uploaded_by: z.string(),
    }),
  ),
});

export const getFirm = endpoint({
  method: 'GET',
  path: `${SCA}/firm`,
  access: 'registers.view',
  effect: 'read',
  summary: 'The firm and its settings.',
  reply: firmRecord,
});

function change<const P extends string, B extends z.core.$ZodShape>(
  part: P,
  body: z.ZodMiniObject<B>,
  summary: string,
) {
  return endpoint({
    method: 'PUT',
    path: `${SCA}/firm${part}`,
    access: 'firm.manage',
    effect: 'write',
    summary,
    body: z.extend(body, versioned),
    reply: saved,
  });
}

export const saveIdentity = change('', letterheadBody, 'Changes who the firm is and what its letterhead shows.');
export const saveBooks = change(
  '/books',
  booksBody,
  'Changes how the firm books. The base currency is fixed once something is posted.',
);
export const saveUnderwriting = change(
  '/underwriting',
  underwritingBody,
  'Changes what a short-rate cancellation gives back of the unearned premium, and whether cover notes name our brokerage. Endorsements that are saved keep theirs, papers that were made too.',
);
export const saveReminders = change(
  '/reminders',
  remindersBody,
  'Changes from how many days overdue reinsureds are reminded.',
);
export const saveSessions = change('/sessions', sessionsBody, 'Changes how long a session lasts.');
export const saveRetention = change('/retention', retentionBody, 'Changes how long what has served its time is kept.');
export const saveMailSettings = change('/mail', mailBody, 'Changes in whose name mails leave.');

export const booksEffects = endpoint({
  method: 'POST',
  path: `${SCA}/firm/books/preview`,
  access: 'firm.manage',
  effect: 'read',
  summary: 'What saving these settings of the books would do.',
  body: booksBody,
  reply: effects,
});

export const sendTestMail = endpoint({
  method: 'POST',
  path: `${SCA}/firm/mail/test`,
  access: 'firm.manage',
  effect: 'write',
  summary: 'Queues a mail to oneself with the saved settings.',
  reply: z.object({ to: z.string(), by: z.enum(['SMTP', 'OUTBOX']) }),
});

export const uploadLogo = endpoint({
  method: 'POST',
  path: `${SCA}/firm/logo`,
  access: 'firm.manage',
  effect: 'write',
  summary: 'Checks a logo (SVG or PNG, at most 512 kB) and puts it on the letterhead of documents to come.',
  upload: { maxBytes: LOGO_BYTES },
  body: fileBody,
  reply: z.object({ type: z.string(), width: z.int(), height: z.int(), sha256: z.string() }),
});
export const getLogo = endpoint({
  method: 'GET',
  path: `${SCA}/firm/logo`,
  access: 'registers.view',
  effect: 'read',
  summary: 'The logo as it was uploaded.',
  media: ['image/*'],
  reply: fileReply,
});
export const removeLogo = endpoint({
  method: 'DELETE',
  path: `${SCA}/firm/logo`,
  access: 'firm.manage',
  effect: 'write',
  summary: 'Takes the logo off documents to come.',
  reply: z.object({ removed: z.boolean() }),
});
export const getLetterhead = endpoint({
  method: 'GET',
  path: `${SCA}/firm/letterhead`,
  access: 'registers.view',
  effect: 'read',
  summary: 'A sample page with the letterhead as it prints, as PDF.',
  media: ['application/pdf'],
  reply: fileReply,
});
export const previewLetterhead = endpoint({
  method: 'POST',
  path: `${SCA}/firm/letterhead`,
  access: 'firm.manage',
  effect: 'read',
  summary: 'The same with values that are not saved yet.',
  body: letterheadBody,
  media: ['application/pdf'],
  reply: fileReply,
});
