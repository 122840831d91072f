import type { Page } from 'playwright-core';
import { paths } from '../web/paths.ts';
import { leadFrom } from '../web/entrance.ts';
import type { ClaimRecords } from './claim-records.ts';
import type { MoneyRecords } from './money-records.ts';
import type { Records } from './placements.ts';

type Path = (typeof paths)[keyof typeof paths];
type OfRecords = Extract<Path, `${string}$${string}`>;
/** Addresses for each route with a part to fill in: of the first of each its tabs are opened too. */
export type Filled = Record<OfRecords, readonly string[]>;

/** Every page of a record in each state that looks otherwise; root sees them whatever branch they are of. */
export function filled(placed: Records, claims: ClaimRecords, money: MoneyRecords): Filled {
  const { policy, slip, approved, pending, draft } = placed;
  return {
    [paths.overview]: ['premium', 'brokerage', 'due-to-us', 'due-to-reinsurers'].map((one) => `/dashboard/${one}`),
    [paths.policy]: [`/underwriting/${policy}`],
    [paths.policyEdit]: [`/underwriting/${placed.entered}/edit`],
    [paths.slip]: [`/underwriting/london/${slip}`],
    [paths.slipEdit]: [`/underwriting/london/${placed.enteredSlip}/edit`],
    [paths.endorsementNew]: [`/underwriting/${policy}/endorse`, `/underwriting/${slip}/endorse`],
    [paths.endorsement]: [`/underwriting/endorsement/${approved}`, `/underwriting/endorsement/${pending}`],
    [paths.endorsementEdit]: [`/underwriting/endorsement/${pending}/edit`, `/underwriting/endorsement/${draft}/edit`],
    [paths.claim]: [`/claims/${claims.claim}`, `/claims/${claims.draft}`],
    [paths.claimEdit]: [`/claims/${claims.claim}/edit`, `/claims/${claims.draft}/edit`],
    [paths.claimEvent]: [`/claims/event/${claims.event}`],
    [paths.movement]: [`/claims/movement/${claims.called}`, `/claims/movement/${claims.pending}`],
    [paths.receipt]: [`/receivables/${money.receipt}`, `/receivables/${money.passedOn}`],
    [paths.receiptEdit]: [`/receivables/${money.receipt}/edit`, `/receivables/${money.passedOn}/edit`],
    [paths.receiptPassOn]: [`/receivables/${money.received}/passon`, `/receivables/${money.receipt}/passon`],
    [paths.adjustment]: [`/receivables/adjustments/${money.adjustment}`],
    [paths.adjustmentEdit]: [`/receivables/adjustments/${money.adjustment}/edit`],
    [paths.invoice]: [`/receivables/invoices/${money.invoice}`],
    [paths.invoiceEdit]: [`/receivables/invoices/${money.invoice}/edit`],
    [paths.schedule]: [`/receivables/invoices/recurring/${money.schedule}`],
    [paths.journal]: [`/journals/${money.journal}`],
    [paths.journalEdit]: [`/journals/${money.journal}/edit`],
    [paths.paymentFile]: [`/payables/files/${money.paymentFile}`],
    [paths.reconciliation]: [`/statements/reconciliations/${money.reconciliation}`],
    [paths.replacement]: [`/insolvencydrill/replacements/${money.replacement}`],
    [paths.remittanceBatch]: [`/payables/remittances/${money.remittanceBatch}`],
    [paths.batch]: [`/batches/${money.recordBatch}`],
    [paths.statementBatch]: [`/statements/batches/${money.statementBatch}`],
    [paths.bankStatement]: [`/bank/${money.bankStatement}`],
    [paths.voucher]: [`/payables/${money.voucher}`],
    [paths.voucherEdit]: [`/payables/${money.voucher}/edit`],
    [paths.ledgerEntry]: ['/trialbalance/entry/1'],
    [paths.userOne]: ['/user/1'],
    [paths.importFile]: ['/setting/import/reinsureds'],
    [paths.coverType]: ['/setting/class/2', '/setting/class/1'],
    [paths.clause]: ['/setting/clause/1'],
    // The parties of the journeys are the first of their register.
    [paths.party]: ['/parties/3', '/parties/1', '/parties/1?tab=notes', '/parties/2'],
    // One of a register leads on to the party's page.
    [paths.partyOfRegister]: ['/setting/no-register/1'],
    [paths.note]: ['/notes/1', '/notes/2'],
  };
}

/** What is done in one branch, once it is chosen. */
const IN_ONE = [
  paths.policyNew,
  paths.slipNew,
  paths.bordereau,
  paths.slipBordereau,
  paths.interchange,
  paths.claimNew,
  paths.receiptNew,
  paths.adjustmentNew,
  paths.invoiceNew,
  paths.voucherNew,
  paths.voucherOther,
  paths.journalNew,
  paths.paymentFileNew,
  paths.bankStatementNew,
  paths.bankOpenLines,
  paths.reconciliationNew,
  paths.statementAccounts,
  paths.reminders,
].map((address) => `${address}?inbranch=LON`);

/** States of a screen that its address names and no link of it leads to. */
export const STATES = [
  ...IN_ONE,
  '/setting?section=numbering&inbranch=LON',
  '/setting?section=history&inbranch=LON',
  '/setting?section=privacy&q=savannah',
  '/setting?section=currencies&open=import',
  '/ageingsummaryreport?param=1',
  '/ageingpayablesummaryreport?param=3',
  '/payablereport?param=3',
  '/insolvencydrill?param=3',
  '/ageingoverviewreport?beside=last_year',
  '/taxreturn?beside=last_year',
  '/brokerage?beside=last_year',
  '/monthlyreport?money=base',
  '/monthlyreport?beside=budget',
  '/exposure?by=security',
  '/renewal?show=calendar',
  '/statements?side=SECURITY&inbranch=LON',
  '/monthlyreport?by=type',
];

/** The router leads an address that it does not know to the dashboard. */
const UNKNOWN = '/$';

/** The routes of the application behind the sign-in, as its router in an open page has them. */
export async function screenRoutes(page: Page): Promise<{ plain: string[]; ofRecords: string[] }> {
  const routes: string[] = await page.evaluate(`Object.keys(__TSR_ROUTER__.routesByPath)`);
  const screens = routes.filter(
    (pathname) => pathname !== UNKNOWN && leadFrom({ pathname, search: '', hash: '' }, 'SIGNED_IN') === null,
  );
  return {
    plain: screens.filter((one) => !one.includes('$')),
    ofRecords: screens.filter((one) => one.includes('$')),
  };
}
