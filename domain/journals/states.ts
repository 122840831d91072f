import { RECEIPT_STATES, RECEIPT_STATUSES } from '../receipts/states.ts';

/** A manual journal is made, decided and reversed as a receipt is. §4 States. */
export const JOURNAL_STATUSES = RECEIPT_STATUSES;
export const JOURNAL_STATES = RECEIPT_STATES;
