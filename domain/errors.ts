/**
 * Every error that the product answers with: its HTTP status and the sentence a person reads. The list is closed, so a
 * new error is a line here and nowhere else. Sentences follow §8; `{name}` is filled in from the detail.
 */
export const ERRORS = {
  VALIDATION: { status: 400, title: 'Some fields need attention.' },
  MALFORMED: { status: 400, title: 'The request could not be read: {reason}' },
  WRONG_PASSWORD: { status: 400, title: 'The current password is not right.' },
  NOT_ISSUED: {
    status: 409,
    title: 'This paper is not issued yet. Open it as a PDF, or ask someone who may issue it.',
  },
  FILE_WAITING: { status: 409, title: 'This file is being checked for malware. Try again in a minute.' },
  FILE_INFECTED: { status: 409, title: 'Malware was found in this file: it cannot be opened. Remove it.' },
  FILE_REFUSED: { status: 400, title: '{reason}' },
  FILE_READ: { status: 409, title: 'This file was already read on {on} by {by}. Nothing was read again.' },
  COLUMNS_MISSING: { status: 409, title: 'Choose a column for {fields} first.' },
  NOTHING_TO_IMPORT: { status: 409, title: 'No row can be imported. Correct the file and send it again.' },
  LINK_SPENT: { status: 400, title: 'This link has been used or has expired. Ask for a new one.' },
  SETUP_CODE: { status: 403, title: 'Enter the setup code that the server printed at its start.' },
  SIGN_IN_FAILED: { status: 401, title: 'Email or password is not right.' },
  SECOND_FACTOR_WRONG: { status: 401, title: 'That is not right. Try again, or use another way.' },
  SIGN_IN_LAPSED: { status: 401, title: 'This sign-in has lapsed. Enter your email and password again.' },
  SESSION_ENDED: { status: 401, title: 'Your session has elapsed' },
  SECOND_FACTOR_NEEDED: { status: 403, title: 'Your role requires a second factor. Add one to go on.' },
  BEYOND_OWN_RIGHTS: {
    status: 403,
    title: 'You can give only rights that you hold there yourself. Missing: {rights}.',
  },
  BEYOND_OWN_USERS: { status: 403, title: 'This user holds rights that you do not hold. Ask somebody who does.' },
  FORBIDDEN: { status: 403, title: 'You do not have the right to do this.' },
  ONE_BRANCH_ALONE: { status: 403, title: 'An auditor reads one branch at a time. Choose a branch.' },
  FOREIGN_BRANCH: { status: 403, title: 'You do not work in this branch, but in {branches}.' },
  NOT_YOURSELF: { status: 403, title: 'The user named in the request is not the one signed in.' },
  SELF_DECISION: { status: 403, title: 'You cannot approve your own entry.' },
  ABOVE_AUTHORITY: { status: 403, title: 'This is above your authority of {limit}. Ask someone with a higher one.' },
  NOT_FOUND: { status: 404, title: 'Nothing was found here.' },
  TOO_SLOW: { status: 408, title: 'The request did not arrive in time. Try again.' },
  STALE: { status: 409, title: 'This record changed since you opened it.' },
  ALREADY_DECIDED: { status: 409, title: 'Already {status} by {by} on {on}.' },
  WRONG_STATE: { status: 409, title: 'This is {status}: {action} is not possible.' },
  CANCEL_BY_ENDORSEMENT: {
    status: 409,
    title: 'Money has moved on this policy, or it was endorsed: cancel it by endorsement.',
  },
  CLOSE_BY_MOVEMENT: {
    status: 409,
    title: 'Something was called of this claim: close it by a movement.',
  },
  CLAIMED: { status: 409, title: '{why}' },
  NEEDS_A_LOOK: { status: 409, title: '{why}' },
  SEVERAL_CLAIMS: { status: 409, title: 'Several claims match: {claims}. Name one of them.' },
  NOTHING_CALLED: { status: 409, title: 'Nothing was called of this claim yet.' },
  NOTHING_RECOVERED: { status: 409, title: 'Nothing was recovered on this claim yet.' },
  NOT_MEANT: { status: 403, title: 'This call makes papers: it is neither fetched in advance nor from another site.' },
  NOT_ENDORSABLE: { status: 409, title: 'Only an approved policy is endorsed.' },
  NOT_RENEWABLE: {
    status: 409,
    title: 'Only an approved policy that is neither cancelled nor renewed already can be renewed or left.',
  },
  OTHER_BRANCH: { status: 409, title: '{number} belongs to {branch}: switch to that branch first.' },
  NOBODY_TO_TELL: {
    status: 409,
    title: 'Nobody can be notified: no address is known, or nothing chosen waits for its renewal.',
  },
  NOTHING_OPEN: { status: 409, title: 'Nobody has a balance on this day. Choose another day.' },
  REMINDED: { status: 409, title: 'Some of these were reminded of meanwhile. Look at the list again.' },
  ADVISED: { status: 409, title: 'Advice of some of these was sent meanwhile. Look at them again.' },
  LETTERS_CHANGED: {
    status: 409,
    title: 'What a reminder is due for changed since you looked. Look at the letters again.',
  },
  NOT_OVERDUE: { status: 409, title: 'Some of these are not due a reminder any more. Look at the list again.' },
  WARRANTY_DAY_PASSED: {
    status: 409,
    title:
      'The warranty day of {notes} has come. A demand after it affirms the cover: give the reason why it goes anyway.',
  },
  BRIDGE_OPEN: {
    status: 409,
    title: 'The bridge does not close: {open} without a reason, {left} is left. Give every difference its reason.',
  },
  UNDER_PLACED: { status: 409, title: 'Securities total {placed}% but {order}% is placed.' },
  UNDER_WRITTEN: { status: 409, title: '{sentence}' },
  INACTIVE_PARTY: { status: 409, title: '{name} is inactive.' },
  STRANGERS: {
    status: 409,
    title: '{addresses}: no address of the parties of this document. Check it, then confirm that it may go there.',
  },
  BOOKS_BEGUN: { status: 409, title: 'A history begins the books: something was posted here already.' },
  HISTORY_FAULTY: { status: 409, title: 'Correct the files and choose them again.' },
  PERIOD_CLOSED: { status: 409, title: '{month} is closed.' },
  NO_EXCHANGE_RATE: { status: 409, title: 'There is no {currency} rate within 7 days of {day}. Enter one first.' },
  ORDERED: { status: 409, title: 'The payment file {file} orders this at the bank. Withdraw that first.' },
  NOT_WHOLE: {
    status: 409,
    title: 'Money of {branches} lies on this account, too. Somebody who sees all of its branches reconciles it.',
  },
  STATEMENT_KEPT: { status: 409, title: 'This statement cannot be taken back. {why}' },
  NO_BANK_ACCOUNT: { status: 409, title: 'There is no {purpose} account in {currency}. Add one under Settings first.' },
  RATE_USED: {
    status: 409,
    title: 'Entries in {currency} were booked at the rate of {day}. Correct it instead of taking it back.',
  },
  OVER_ALLOCATED: { status: 409, title: 'Allocation exceeds the outstanding balance of {note}.' },
  RECEIPT_SPENT: { status: 409, title: 'Only {left} of this receipt is left to allocate.' },
  LOSS_FIRST: {
    status: 409,
    title: 'Premium of this policy was given up as uncollectable. Reverse that adjustment first, then enter it again.',
  },
  OVER_LIMIT: { status: 409, title: 'The limit of the policy leaves {left} for this claim.' },
  OVER_RELEASED: { status: 409, title: 'Only {available} has been received for {payee}.' },
  OVER_NETTED: { status: 409, title: 'Only {open} of {note} is left to set off.' },
  OWES_ON_CLAIM: { status: 409, title: '{payee} still owes {owed} on this claim: set its salvage against that.' },
  OVER_DRAWN: { status: 409, title: 'Only {free} of what was made good for this {what} is no longer needed.' },
  FEE_MISSING: {
    status: 409,
    title:
      '{missing} of this fee was drawn from the client bank and is missing there. Make it good or reverse the drawing first.',
  },
  CONVERSION_REVERSED: {
    status: 409,
    title: 'The conversion that left this over was reversed. Reject or reverse this drawing.',
  },
  DIFFERS_FROM_BOOKS: { status: 409, title: '{field} was booked as {booked}, but {sent} was sent.' },
  NOT_APPROVED: { status: 409, title: 'This document can be made once the record is approved.' },
  NO_NOTE: { status: 409, title: 'This endorsement has no such note: nothing passes to or from that party.' },
  DUPLICATE: { status: 409, title: '{what} already exists.' },
  ROLE_HELD: { status: 409, title: 'This role is held by {users}. Give them another one first.' },
  LAST_ROLE: { status: 409, title: 'This is the only role of the user. Disable the user instead.' },
  LAST_ROOT: { status: 409, title: 'Somebody must stay root. Make another user root first.' },
  PASSKEY_REFUSED: { status: 400, title: 'The passkey was not accepted. Start again.' },
  SAME_PLACEMENT: { status: 409, title: 'Both are on {policies}. Take one of them off first.' },
  CANNOT_ERASE: { status: 409, title: 'This cannot be erased yet. {why}' },
  CANNOT_MERGE: { status: 409, title: '{loser} cannot be merged into {survivor}: {why}' },
  MERGED: { status: 409, title: '{name} was merged into {into}.' },
  NOTE_SETTLED: { status: 409, title: 'A note can be changed for 24 hours. Leave another one.' },
  TAKEN_BACK: { status: 409, title: 'A later payment took back what this paid too much. Reverse that payment first.' },
  FOLLOWED: { status: 409, title: '{voucher} was drafted from this. Take it back to draft or reverse it first.' },
  IN_USE: { status: 409, title: 'This is in use and cannot be changed.' },
  INSTALLED: { status: 409, title: 'This installation is set up already.' },
  BUSY: { status: 409, title: 'The same request is still being worked on. Try again in a moment.', retryAfter: 5 },
  FILE_TOO_LARGE: { status: 413, title: 'This file is larger than {size}. Make it smaller or split it.' },
  REPORT_TOO_LONG: {
    status: 413,
    title: 'A PDF has at most {most} rows. Filter the report, or take it as XLSX.',
  },
  TOO_LARGE: { status: 413, title: 'The request is too large.' },
  UNSUPPORTED_TYPE: { status: 415, title: 'Send the request as {type}.' },
  KEY_REUSED: { status: 422, title: 'This idempotency key was used for something else.' },
  TOO_MANY_ATTEMPTS: { status: 429, title: 'Too many attempts. Wait {minutes} minutes and try again.', retryAfter: 60 },
  TOO_MANY_MAILS: {
    status: 429,
    title: '{limit} Nothing was sent: send to fewer, or wait {minutes} minutes.',
    retryAfter: 60,
  },
  INTERNAL: { status: 500, title: 'Something went wrong on our side. It has been recorded; try again.' },
  FILE_MISSING: {
    status: 503,
    title: 'The file cannot be read from the store right now. Try again in a moment.',
    retryAfter: 60,
  },
  EXPORTS_FULL: {
    status: 503,
    title: 'Too many files are being made right now. Try again in a few minutes.',
    retryAfter: 60,
  },
  UNAVAILABLE: { status: 503, title: 'The system is not available right now. Try again in a moment.', retryAfter: 2 },
} as const satisfies Record<string, { status: number; title: string; retryAfter?: number }>;

export type ErrorCode = keyof typeof ERRORS;
export type FieldError = { field: string; message: string };

/** The one error that the product throws on purpose: a code of the closed list and what its sentence is filled with. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly detail: Readonly<Record<string, string>>;
  readonly errors: readonly FieldError[];

  constructor(code: ErrorCode, detail: Record<string, string> = {}, errors: readonly FieldError[] = []) {
    super(ERRORS[code].title.replace(/\{(\w+)\}/g, (_, name: string) => detail[name] ?? ''));
    this.code = code;
    this.detail = detail;
    this.errors = errors;
  }
}

/** Refuses input with all bad fields together. §6 Errors. */
export function invalid(...errors: FieldError[]): AppError {
  return new AppError('VALIDATION', {}, errors);
}

/** What is not there, or is another branch's: both answer alike. §5. */
export const notFound = (): AppError => new AppError('NOT_FOUND');

/** The one row of a query by id. Throws NOT_FOUND where there is none. §5. */
export function firstOf<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw notFound();
  return row;
}
