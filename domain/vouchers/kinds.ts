import type { BankPurpose } from '../firm/bank-accounts.ts';
import type { PartKind } from '../ledger/notes.ts';
import type { Permission } from '../permissions.ts';

type VoucherRules = {
  label: string;
  /** The bank that it is paid from: the firm's own costs only from the office bank. §3 Client money. */
  from: BankPurpose;
  /** The parts of notes that its money comes from; null where it takes no client's money. */
  holds: PartKind | null;
  /** Who says which parts those are: its maker by items, or the queue, oldest first. */
  chosen: 'ITEMS' | 'OLDEST' | null;
  create: Permission;
  decide: Permission;
};

const DECIDED_BY_MANAGER = { create: 'vouchers.create', decide: 'vouchers.decide' } as const;
const OF_A_CLAIM = { from: 'CLIENT', chosen: 'OLDEST', ...DECIDED_BY_MANAGER } as const;
const DRAWN = { create: 'drawings.create', decide: 'drawings.decide' } as const;

/** What a voucher can be for, with what follows from it: one entry a kind. §3 Client money, product.md §2 Pay as paid. */
export const VOUCHERS = {
  PREMIUM: {
    label: 'Premium to a security',
    from: 'CLIENT',
    holds: 'SECURITY',
    chosen: 'ITEMS',
    ...DECIDED_BY_MANAGER,
  },
  DRAWING: { label: 'Brokerage drawing', from: 'CLIENT', holds: 'BROKERAGE', chosen: 'OLDEST', ...DRAWN },
  TAX: {
    label: 'Tax remittance',
    from: 'CLIENT',
    holds: 'TAX',
    chosen: 'OLDEST',
    ...DECIDED_BY_MANAGER,
  },
  CLAIM: { label: 'Claim to the reinsured', holds: 'CLAIM', ...OF_A_CLAIM },
  SALVAGE: { label: 'Salvage to a security', holds: 'SALVAGE', ...OF_A_CLAIM },
  /** It settles a debit note of the reinsured and moves no bank. C7. */
  SET_OFF: { label: 'Claim set off against premium', holds: 'CLAIM', ...OF_A_CLAIM },
  EXPENSE: { label: 'Expense', from: 'OFFICE', holds: null, chosen: null, ...DECIDED_BY_MANAGER },
} as const satisfies Record<string, VoucherRules>;

export type VoucherKind = keyof typeof VOUCHERS;
export const VOUCHER_KINDS = [
  'PREMIUM',
  'CLAIM',
  'SALVAGE',
  'SET_OFF',
  'DRAWING',
  'TAX',
  'EXPENSE',
] as const satisfies readonly VoucherKind[];

/** Kinds whose maker names an amount alone; their parts, if any, are chosen at submission. */
export const AMOUNT_KINDS = [
  'DRAWING',
  'TAX',
  'EXPENSE',
  'CLAIM',
  'SALVAGE',
  'SET_OFF',
] as const satisfies readonly VoucherKind[];

/** Kinds that pay out or set off what was collected on one claim. C5, C7, C11. */
export const isOfClaim = (kind: VoucherKind): boolean => kind === 'CLAIM' || kind === 'SALVAGE' || kind === 'SET_OFF';

/** What follows from a kind, as the rules of all kinds read it. */
export const voucherRules = (kind: VoucherKind): VoucherRules => VOUCHERS[kind];
