import { INTO_BRANCH } from '../../domain/imports/of-branch.ts';
import { KINDS } from '../../domain/records/kinds.ts';
import type { Permission } from '../../domain/permissions.ts';
import { paths } from '../paths.ts';
import type { DoneInOne } from '../ui/layout/OneBranch.tsx';

const made = (title: string, permission: Permission): DoneInOne => ({
  title,
  why: 'It belongs to one branch, whose numbers, rights and banks it takes.',
  permission,
});
const worked = (title: string, permission: Permission): DoneInOne => ({
  title,
  why: 'This is done for one branch at a time.',
  permission,
});

const PAGES: Readonly<Record<string, DoneInOne>> = {
  [paths.policyNew]: made('New policy', KINDS.policy.create),
  [paths.slipNew]: made('New London slip', KINDS.policy.create),
  [paths.bordereau]: worked('Bordereau', KINDS.policy.create),
  [paths.slipBordereau]: worked('London bordereau', KINDS.policy.create),
  [paths.interchange]: made('Import placement', KINDS.policy.create),
  [paths.claimNew]: made('New claim', KINDS.claim.create),
  [paths.receiptNew]: made('New receipt', KINDS.receipt.create),
  [paths.adjustmentNew]: made('New adjustment', KINDS.adjustment.create),
  [paths.invoiceNew]: made('New invoice', KINDS.invoice.create),
  [paths.voucherNew]: made('New premium voucher', KINDS.voucher.create),
  [paths.voucherOther]: made('New voucher', KINDS.voucher.create),
  [paths.journalNew]: made('New journal', KINDS.journal.create),
  [paths.paymentFileNew]: made('New payment file', 'vouchers.pay'),
  [paths.bankStatementNew]: worked('Import statement', 'bank_statements.create'),
  [paths.bankOpenLines]: worked('Open bank lines', 'bank_statements.view'),
  [paths.reconciliationNew]: made('New reconciliation', 'allocations.create'),
  [paths.statementAccounts]: worked('Statements', 'reports.money'),
  [paths.reminders]: worked('Reminders', 'reports.money'),
};

const IMPORTS = paths.importFile.replace('$target', '');

/** What of one branch an address leads to; undefined where it is of none, or of its record's. */
export function oneBranchOf(pathname: string): DoneInOne | undefined {
  if (pathname.startsWith(IMPORTS)) {
    const target = INTO_BRANCH.find(({ key }) => key === pathname.slice(IMPORTS.length));
    return target ? worked(`Import: ${target.title}`, target.create) : undefined;
  }
  return PAGES[pathname];
}
