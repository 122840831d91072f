import { RECEIPT_STATES, RECEIPT_STATUSES } from '../receipts/states.ts';

/** An invoice is made, decided and reversed as a receipt is. §4 States. */
export const INVOICE_STATUSES = RECEIPT_STATUSES;
export const INVOICE_STATES = RECEIPT_STATES;
