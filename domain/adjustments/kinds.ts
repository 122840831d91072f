import type { AccountFunction } from '../ledger/accounts.ts';
import type { LedgerEvent } from '../ledger/entries.ts';

export const ADJUSTMENT_KINDS = [
  'CERTIFICATE',
  'WRITE_OFF',
  'BANK_CHARGE',
  'UNCOLLECTABLE',
  'NET_SETTLEMENT',
] as const satisfies readonly LedgerEvent[];
export type AdjustmentKind = (typeof ADJUSTMENT_KINDS)[number];

type AdjustmentRules = {
  label: string;
  /** What a form says it does. */
  hint: string;
  /** The firm's own cost, which it pays into the client bank in the same act, within its limit. M2, M4. */
  borneBy: AccountFunction | null;
  /**
   * What it does to the parts that it takes from: the tax that it pays, what nobody will pay, what is paid out of them. Null
   * where it counts as cash.
   */
  parts: 'certified' | 'uncollectable' | 'paid' | null;
  reasoned: boolean;
};

/** What can be done to a debit note without money of its payer: one entry a kind, all decided by a second person. M1–M4. */
export const ADJUSTMENTS = {
  CERTIFICATE: {
    label: 'Tax certificate',
    hint: 'Tax that the reinsured withheld and paid: it settles its own tax and releases nothing else.',
    borneBy: null,
    parts: 'certified',
    reasoned: false,
  },
  WRITE_OFF: {
    label: 'Small difference',
    hint: 'Written off within the limit of its currency, and paid into the client bank from ours.',
    borneBy: 'WRITE_OFFS',
    parts: null,
    reasoned: true,
  },
  BANK_CHARGE: {
    label: 'Bank charge',
    hint: 'Kept by the payer’s bank: ours to bear within the limit, and paid into the client bank.',
    borneBy: 'BANK_CHARGES',
    parts: null,
    reasoned: false,
  },
  UNCOLLECTABLE: {
    label: 'Uncollectable premium',
    hint: 'The securities’ loss, and ours for brokerage: it lessens what is not released yet.',
    borneBy: null,
    parts: 'uncollectable',
    reasoned: true,
  },
  NET_SETTLEMENT: {
    label: 'Net settlement',
    hint: 'Securities keep the premium of the whole note back from a claim that they owe.',
    borneBy: null,
    parts: 'paid',
    reasoned: false,
  },
} as const satisfies Record<AdjustmentKind, AdjustmentRules>;

/** Kinds that are entered on a note; the others on a claim. C8. */
export const KINDS_OF_NOTE = ADJUSTMENT_KINDS.filter((kind) => kind !== 'NET_SETTLEMENT');

/** What the firm makes good itself: what it pays into the client bank of its own is nobody's receipt. M2, M4. */
export const BORNE_KINDS = ADJUSTMENT_KINDS.filter((kind) => ADJUSTMENTS[kind].borneBy !== null);

/** What follows from a kind, as the rules of all kinds read it. */
export const adjustmentRules = (kind: AdjustmentKind): AdjustmentRules => ADJUSTMENTS[kind];
