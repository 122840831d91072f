import { RECEIPT_STATES, RECEIPT_STATUSES } from '../receipts/states.ts';

/** An adjustment is made, decided and reversed as a receipt is. §4 States. */
export const ADJUSTMENT_STATUSES = RECEIPT_STATUSES;
export const ADJUSTMENT_STATES = RECEIPT_STATES;
