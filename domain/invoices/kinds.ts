import type { AccountFunction } from '../ledger/accounts.ts';

export const INVOICE_KINDS = ['FEE', 'BROKERAGE', 'OTHER'] as const;
export type InvoiceKind = (typeof INVOICE_KINDS)[number];

type InvoiceRules = {
  label: string;
  /** What a form says of it. */
  hint: string;
  /** The account that its lines begin with; null where only a person knows. */
  income: AccountFunction | null;
};

/** What the firm itself invoices: one entry a kind. §3 Accounts. */
export const INVOICES: Readonly<Record<InvoiceKind, InvoiceRules>> = {
  FEE: { label: 'Fee', hint: 'For advice, claims handling or administration.', income: 'FEE_INCOME' },
  BROKERAGE: {
    label: 'Brokerage',
    hint: 'Brokerage that no debit note has, such as one that an insurer owes.',
    income: 'BROKERAGE_INCOME',
  },
  OTHER: { label: 'Other', hint: 'Anything else that is income of the firm.', income: null },
};
