/**
 * Every error that the product answers with: its HTTP status and the sentence a person reads. The list is closed, so a
 * new error is a line here and nowhere else. Sentences follow §8; `{name}` is filled in from the detail.
 */
export const ERRORS = {
  VALIDATION: { status: 400, title: 'Some fields need attention.' },
  MALFORMED: { status: 400, title: 'The request could not be read: {reason}' },
  WRONG_PASSWORD: { status: 400, title: 'The current password is not right.' },
  LINK_SPENT: { status: 400, title: 'This link has been used or has expired. Ask for a new one.' },
  SETUP_CODE: { status: 403, title: 'Enter the setup code that the server printed at its start.' },
  SIGN_IN_FAILED: { status: 401, title: 'Email or password is not right.' },
  SESSION_ENDED: { status: 401, title: 'Your session has elapsed' },
  FORBIDDEN: { status: 403, title: 'You do not have the right to do this.' },
  FOREIGN_BRANCH: { status: 403, title: 'You do not work in this branch.' },
  NOT_YOURSELF: { status: 403, title: 'The user named in the request is not the one signed in.' },
  SELF_DECISION: { status: 403, title: 'You cannot approve your own entry.' },
  NOT_FOUND: { status: 404, title: 'Nothing was found here.' },
  METHOD_NOT_ALLOWED: { status: 405, title: 'This address does not accept that method.' },
  STALE: { status: 409, title: 'This record changed since you opened it.' },
  ALREADY_DECIDED: { status: 409, title: 'Already {status} by {by} on {on}.' },
  WRONG_STATE: { status: 409, title: 'This is {status}: {action} is not possible.' },
  CANCEL_BY_ENDORSEMENT: {
    status: 409,
    title: 'Money has moved on this policy, or it was endorsed: cancel it by endorsement.',
  },
  NOT_ENDORSABLE: { status: 409, title: 'Only an approved policy is endorsed.' },
  NOT_RENEWABLE: {
    status: 409,
    title: 'Only an approved policy that is neither cancelled nor renewed already can be renewed or left.',
  },
  UNDER_PLACED: { status: 409, title: 'Securities total {placed}% but {order}% is placed.' },
  UNDER_WRITTEN: { status: 409, title: '{sentence}' },
  INACTIVE_PARTY: { status: 409, title: '{name} is inactive.' },
  PERIOD_CLOSED: { status: 409, title: '{month} is closed.' },
  NO_EXCHANGE_RATE: { status: 409, title: 'There is no {currency} rate within 7 days of {day}. Enter one first.' },
  OVER_ALLOCATED: { status: 409, title: 'Allocation exceeds the outstanding balance of {note}.' },
  RECEIPT_SPENT: { status: 409, title: 'Only {left} of this receipt is left to allocate.' },
  OVER_RELEASED: { status: 409, title: 'Only {available} has been received for {payee}.' },
  DIFFERS_FROM_BOOKS: { status: 409, title: '{field} was booked as {booked}, but {sent} was sent.' },
  NOT_APPROVED: { status: 409, title: 'This document can be made once the record is approved.' },
  NO_NOTE: { status: 409, title: 'This endorsement has no such note: nothing passes to or from that party.' },
  DUPLICATE: { status: 409, title: '{what} already exists.' },
  IN_USE: { status: 409, title: 'This is in use and cannot be changed.' },
  INSTALLED: { status: 409, title: 'This installation is set up already.' },
  BUSY: { status: 409, title: 'The same request is still being worked on. Try again in a moment.', retryAfter: 5 },
  TOO_LARGE: { status: 413, title: 'The request is too large.' },
  UNSUPPORTED_TYPE: { status: 415, title: 'Send the request as JSON.' },
  KEY_REUSED: { status: 422, title: 'This idempotency key was used for something else.' },
  TOO_MANY_ATTEMPTS: { status: 429, title: 'Too many attempts. Wait {minutes} minutes and try again.', retryAfter: 60 },
  INTERNAL: { status: 500, title: 'Something went wrong on our side. It has been recorded; try again.' },
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

/** Refuses input with every bad field at once. §6 Errors. */
export function invalid(...errors: FieldError[]): AppError {
  return new AppError('VALIDATION', {}, errors);
}
