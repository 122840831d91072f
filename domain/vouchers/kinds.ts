import type { AccountFunction } from '../ledger/accounts.ts';
import type { BankPurpose } from '../firm/bank-accounts.ts';
import type { PartKind } from '../ledger/notes.ts';
import { DECIDED_BY_MANAGER, DRAWN, type VoucherRight } from './rights.ts';

type VoucherRules = {
  label: string;
  /** The bank that it is paid from: the firm's own costs only from the office bank. §3 Client money. */
  from: BankPurpose;
  /** The firm's own bank that it goes to, where it stays with the firm. */
  into: BankPurpose | null;
  /** The account that it is booked on, where that follows from its kind alone. */
  on: AccountFunction | null;
  /** The parts of notes that its money comes from; null where it takes no client's money. */
  holds: PartKind | null;
  /** Who says which parts those are: its maker by items, or the queue, oldest first. */
  chosen: 'ITEMS' | 'OLDEST' | null;
  /** What can be set against it: what its payee owes, or what of the same tax or brokerage was paid too much. M15. */
  nets: 'OWED' | 'OVERPAID' | null;
  create: VoucherRight<'create'>;
  decide: VoucherRight<'decide'>;
};

const OWN = { into: null, on: null } as const;
const NO_PARTS = { holds: null, chosen: null, nets: null } as const;
const OF_A_CLAIM = { from: 'CLIENT', ...OWN, chosen: 'OLDEST', nets: null, ...DECIDED_BY_MANAGER } as const;

/** What a voucher can be for, with what follows from it: one entry a kind. §3 Client money, product.md §2 Pay as paid. */
export const VOUCHERS = {
  PREMIUM: {
    label: 'Premium to a security',
    from: 'CLIENT',
    holds: 'SECURITY',
    chosen: 'ITEMS',
    nets: 'OWED',
    ...OWN,
    ...DECIDED_BY_MANAGER,
  },
  DRAWING: {
    label: 'Brokerage drawing',
    from: 'CLIENT',
    into: 'OFFICE',
    on: null,
    holds: 'BROKERAGE',
    chosen: 'OLDEST',
    nets: 'OVERPAID',
    ...DRAWN,
  },
  /** Of our own invoices, what their payers paid into a client account; the oldest first. */
  FEE_DRAWING: {
    label: 'Fee drawing',
    from: 'CLIENT',
    into: 'OFFICE',
    on: null,
    ...NO_PARTS,
    ...DRAWN,
  },
  TAX: {
    label: 'Tax remittance',
    from: 'CLIENT',
    holds: 'TAX',
    chosen: 'OLDEST',
    nets: 'OVERPAID',
    ...OWN,
    ...DECIDED_BY_MANAGER,
  },
  /** What was charged on our own invoices is the firm's to remit, with its own money. */
  INVOICE_TAX: { label: 'Tax of our invoices', from: 'OFFICE', ...NO_PARTS, ...OWN, ...DECIDED_BY_MANAGER },
  CLAIM: { label: 'Claim to the reinsured', holds: 'CLAIM', ...OF_A_CLAIM },
  SALVAGE: { label: 'Salvage to a security', holds: 'SALVAGE', ...OF_A_CLAIM },
  /** It settles a debit note of the reinsured and moves no bank. C7. */
  SET_OFF: { label: 'Claim set off against premium', holds: 'CLAIM', ...OF_A_CLAIM },
  EXPENSE: { label: 'Expense', from: 'OFFICE', ...NO_PARTS, ...OWN, ...DECIDED_BY_MANAGER },
  MAKE_GOOD: { label: 'Making good', from: 'OFFICE', into: 'CLIENT', on: null, ...NO_PARTS, ...DRAWN },
  /** What was made good for a claim or a note, once its money came. C6, M17. */
  DRAW_BACK: {
    label: 'Drawing back what was made good',
    from: 'CLIENT',
    into: 'OFFICE',
    on: null,
    ...NO_PARTS,
    ...DRAWN,
  },
  BANK_CHARGE: {
    label: 'Bank charge on the client account',
    from: 'CLIENT',
    into: null,
    on: 'BANK_CHARGES',
    ...NO_PARTS,
    ...DECIDED_BY_MANAGER,
  },
  /** Money stays what it is: client money between client accounts, office money between office accounts. M6. */
  CLIENT_TRANSFER: {
    label: 'Transfer between client accounts',
    from: 'CLIENT',
    into: 'CLIENT',
    on: null,
    ...NO_PARTS,
    ...DECIDED_BY_MANAGER,
  },
  OFFICE_TRANSFER: {
    label: 'Transfer between office accounts',
    from: 'OFFICE',
    into: 'OFFICE',
    on: null,
    ...NO_PARTS,
    ...DECIDED_BY_MANAGER,
  },
  /** Drafted alone, when a conversion of client money is paid that brought more than it took. M6. */
  EXCHANGE_DRAWING: {
    label: 'Drawing of what a conversion left over',
    from: 'CLIENT',
    into: 'OFFICE',
    on: null,
    ...NO_PARTS,
    ...DRAWN,
  },
  /** Of what a return gives back to the reinsured, or of a receipt's unallocated cash, which is no part of a note. M17. */
  REFUND: {
    label: 'Refund',
    from: 'CLIENT',
    holds: 'REFUND',
    chosen: 'OLDEST',
    nets: null,
    ...OWN,
    ...DECIDED_BY_MANAGER,
  },
} as const satisfies Record<string, VoucherRules>;

export type VoucherKind = keyof typeof VOUCHERS;
/** What follows from a kind, as the rules of all kinds read it. */
export const voucherRules = (kind: VoucherKind): VoucherRules => VOUCHERS[kind];
export const VOUCHER_KINDS = [
  'PREMIUM',
  'CLAIM',
  'SALVAGE',
  'SET_OFF',
  'DRAWING',
  'FEE_DRAWING',
  'TAX',
  'INVOICE_TAX',
  'EXPENSE',
  'MAKE_GOOD',
  'DRAW_BACK',
  'BANK_CHARGE',
  'CLIENT_TRANSFER',
  'OFFICE_TRANSFER',
  'EXCHANGE_DRAWING',
  'REFUND',
] as const satisfies readonly VoucherKind[];

/** Kinds whose maker names an amount alone; their parts, if any, are chosen at submission. */
export const AMOUNT_KINDS = [
  'DRAWING',
  'FEE_DRAWING',
  'TAX',
  'INVOICE_TAX',
  'EXPENSE',
  'MAKE_GOOD',
  'DRAW_BACK',
  'BANK_CHARGE',
  'CLIENT_TRANSFER',
  'OFFICE_TRANSFER',
  'EXCHANGE_DRAWING',
  'REFUND',
  'CLAIM',
  'SALVAGE',
  'SET_OFF',
] as const satisfies readonly VoucherKind[];

/** Kinds against which something can be set. M15. */
export const NETTED_KINDS = ['PREMIUM', 'TAX', 'DRAWING'] as const satisfies readonly VoucherKind[];

/** Whether a voucher remits a tax, and so names one. */
export const isOfTax = (kind: VoucherKind): boolean => kind === 'TAX' || kind === 'INVOICE_TAX';

/** Whether a voucher moves money between two of our accounts of one purpose. M6. */
export function isTransfer(kind: VoucherKind): boolean {
  const { from, into } = voucherRules(kind);
  return from === into;
}

/** Kinds whose money stays with the firm, in another of its accounts. */
export const KEPT_KINDS: readonly VoucherKind[] = VOUCHER_KINDS.filter((kind) => voucherRules(kind).into !== null);

/** Kinds that pay out or set off what was collected on one claim. C5, C7, C11. */
export function isOfClaim(kind: VoucherKind): boolean {
  const { holds } = VOUCHERS[kind];
  return holds === 'CLAIM' || holds === 'SALVAGE';
}

/** Kinds that settle a note and move no bank where they name one: a claim against premium, salvage against what its security still owes. C7, C11. */
export const SET_OFF_KINDS: readonly VoucherKind[] = ['SET_OFF', 'SALVAGE'];

/** Whether a voucher settles a note and moves no bank. C7, C11. */
export function isSetOff({ kind, note }: { kind: VoucherKind; note: unknown }): boolean {
  return note !== null && SET_OFF_KINDS.includes(kind);
}

/** Whether a bank pays it: what settles a note with what was collected, or is set off whole, is booked and moves none. */
export function movesBank(voucher: { kind: VoucherKind; note: unknown; isNothing: boolean }): boolean {
  return !isSetOff(voucher) && !voucher.isNothing;
}
