import './app.css';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  RouterProvider,
  type RouteComponent,
} from '@tanstack/react-router';
import { whoIsHere } from './who.ts';
import { leadBy } from './api/go.ts';
import { forgetWanted, keepWanted } from './api/wanted.ts';
import { leadFrom } from './entrance.ts';
import { paths } from './paths.ts';
import { answers, RouteError } from './RouteError.tsx';
import { InSteps } from './ui/layout/InSteps.tsx';
import { toastError } from './ui/notices/toast.ts';

/** A screen whose code comes when it is opened. Where the server has other files by now the page is loaded anew; without an answer the screen says so. */
function screen<Name extends string>(load: () => Promise<Record<Name, RouteComponent>>, name: Name): RouteComponent {
  return lazyRouteComponent(async () => {
    try {
      return await load();
    } catch (error) {
      throw (await answers()) ? error : new Error('Failed to fetch');
    }
  }, name);
}

const root = createRootRoute({
  component: () => (
    <InSteps>
      <Outlet />
    </InSteps>
  ),
});

/** The address is in its bar before a route is loaded; a door that is not one's own leads on. */
function passDoors(): void {
  const lead = leadFrom(location, whoIsHere());
  if (lead === paths.signIn) keepWanted();
  if (lead !== null) throw redirect({ href: lead, replace: true });
}

const empty = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    forgetWanted();
    passDoors();
  },
});
// /login among them, where an ended session leads (specification §8).
const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    passDoors();
    toastError('No such page', `There is nothing at ${location.pathname.slice(0, 200)}. This is your dashboard.`);
    throw redirect({ href: paths.dashboard, replace: true });
  },
});
const open = [
  [paths.signIn, screen(() => import('./features/accounts/SignInPage.tsx'), 'SignInPage')],
  [paths.signUp, screen(() => import('./features/accounts/SignUpPage.tsx'), 'SignUpPage')],
] as const;

/** With a session its screens are in the frame; the dashboard is open and shows the product without one. */
const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  component: screen(() => import('./frame/AppLayout.tsx'), 'AppLayout'),
});
const dashboard = createRoute({
  getParentRoute: () => app,
  path: paths.dashboard,
  component: screen(() => import('./features/dashboard/DashboardPage.tsx'), 'DashboardPage'),
});

const guarded = createRoute({
  getParentRoute: () => app,
  id: 'signed-in',
  beforeLoad: passDoors,
});

type Path = (typeof paths)[keyof typeof paths];
/** Those that anybody may open: signing in and up, and the dashboard, which shows the product without a session. */
type Apart = typeof paths.signIn | typeof paths.signUp | typeof paths.dashboard;

/** The screen of every other address: one without a screen does not compile. */
const SCREENS: Readonly<Record<Exclude<Path, Apart>, RouteComponent>> = {
  [paths.overview]: screen(() => import('./features/dashboard/OverviewPage.tsx'), 'OverviewPage'),
  [paths.underwriting]: screen(() => import('./pages/PoliciesPage.tsx'), 'PoliciesPage'),
  [paths.interchange]: screen(() => import('./features/interchange/ImportPlacementPage.tsx'), 'ImportPlacementPage'),
  [paths.slipNew]: screen(() => import('./features/slips/NewSlipPage.tsx'), 'NewSlipPage'),
  [paths.slip]: screen(() => import('./features/slips/SlipPage.tsx'), 'SlipPage'),
  [paths.slipEdit]: screen(() => import('./features/slips/EditSlipPage.tsx'), 'EditSlipPage'),
  [paths.policyNew]: screen(() => import('./features/placements/form/NewPolicyPage.tsx'), 'NewPolicyPage'),
  [paths.policy]: screen(() => import('./features/placements/page/PolicyPage.tsx'), 'PolicyPage'),
  [paths.policyEdit]: screen(() => import('./features/placements/form/EditPolicyPage.tsx'), 'EditPolicyPage'),
  [paths.endorsementNew]: screen(() => import('./features/endorsements/NewEndorsementPage.tsx'), 'NewEndorsementPage'),
  [paths.endorsement]: screen(() => import('./features/endorsements/EndorsementPage.tsx'), 'EndorsementPage'),
  [paths.endorsementEdit]: screen(
    () => import('./features/endorsements/EditEndorsementPage.tsx'),
    'EditEndorsementPage',
  ),
  [paths.claims]: screen(() => import('./features/claims/list/ClaimsPage.tsx'), 'ClaimsPage'),
  [paths.claimNew]: screen(() => import('./features/claims/form/NewClaimPage.tsx'), 'NewClaimPage'),
  [paths.claimEvent]: screen(() => import('./features/claims/events/EventPage.tsx'), 'EventPage'),
  [paths.claim]: screen(() => import('./features/claims/page/ClaimPage.tsx'), 'ClaimPage'),
  [paths.movement]: screen(() => import('./features/claims/movements/MovementPage.tsx'), 'MovementPage'),
  [paths.claimEdit]: screen(() => import('./features/claims/form/EditClaimPage.tsx'), 'EditClaimPage'),
  [paths.receivables]: screen(() => import('./features/receipts/ReceiptsPage.tsx'), 'ReceiptsPage'),
  [paths.receiptNew]: screen(() => import('./features/receipts/NewReceiptPage.tsx'), 'NewReceiptPage'),
  [paths.receipt]: screen(() => import('./features/receipts/ReceiptPage.tsx'), 'ReceiptPage'),
  [paths.receiptEdit]: screen(() => import('./features/receipts/EditReceiptPage.tsx'), 'EditReceiptPage'),
  [paths.receiptPassOn]: screen(() => import('./features/receipts/PassOnPage.tsx'), 'PassOnPage'),
  [paths.adjustments]: screen(() => import('./features/adjustments/AdjustmentsPage.tsx'), 'AdjustmentsPage'),
  [paths.adjustmentNew]: screen(() => import('./features/adjustments/NewAdjustmentPage.tsx'), 'NewAdjustmentPage'),
  [paths.adjustment]: screen(() => import('./features/adjustments/AdjustmentPage.tsx'), 'AdjustmentPage'),
  [paths.adjustmentEdit]: screen(() => import('./features/adjustments/EditAdjustmentPage.tsx'), 'EditAdjustmentPage'),
  [paths.invoices]: screen(() => import('./features/invoices/InvoicesPage.tsx'), 'InvoicesPage'),
  [paths.invoiceNew]: screen(() => import('./features/invoices/NewInvoicePage.tsx'), 'NewInvoicePage'),
  [paths.schedules]: screen(() => import('./features/invoices/SchedulesPage.tsx'), 'SchedulesPage'),
  [paths.schedule]: screen(() => import('./features/invoices/SchedulePage.tsx'), 'SchedulePage'),
  [paths.invoice]: screen(() => import('./features/invoices/InvoicePage.tsx'), 'InvoicePage'),
  [paths.invoiceEdit]: screen(() => import('./features/invoices/EditInvoicePage.tsx'), 'EditInvoicePage'),
  [paths.journals]: screen(() => import('./features/journals/JournalsPage.tsx'), 'JournalsPage'),
  [paths.journalNew]: screen(() => import('./features/journals/NewJournalPage.tsx'), 'NewJournalPage'),
  [paths.journal]: screen(() => import('./features/journals/JournalPage.tsx'), 'JournalPage'),
  [paths.journalEdit]: screen(() => import('./features/journals/EditJournalPage.tsx'), 'EditJournalPage'),
  [paths.bankStatements]: screen(() => import('./features/banks/BankStatementsPage.tsx'), 'BankStatementsPage'),
  [paths.bankStatementNew]: screen(() => import('./features/banks/ReadStatementPage.tsx'), 'ReadStatementPage'),
  [paths.bankOpenLines]: screen(() => import('./features/banks/OpenLinesPage.tsx'), 'OpenLinesPage'),
  [paths.bankMatched]: screen(() => import('./features/banks/MatchedPage.tsx'), 'MatchedPage'),
  [paths.bankReconciliation]: screen(
    () => import('./features/reports/ledger/BankReconciliationPage.tsx'),
    'BankReconciliationPage',
  ),
  [paths.bankStatement]: screen(() => import('./features/banks/BankStatementPage.tsx'), 'BankStatementPage'),
  [paths.payables]: screen(() => import('./features/vouchers/VouchersPage.tsx'), 'VouchersPage'),
  [paths.paymentFiles]: screen(() => import('./features/banks/PaymentFilesPage.tsx'), 'PaymentFilesPage'),
  [paths.paymentFileNew]: screen(() => import('./features/banks/NewPaymentFilePage.tsx'), 'NewPaymentFilePage'),
  [paths.paymentFile]: screen(() => import('./features/banks/PaymentFilePage.tsx'), 'PaymentFilePage'),
  [paths.voucherNew]: screen(() => import('./features/vouchers/NewPremiumVoucherPage.tsx'), 'NewPremiumVoucherPage'),
  [paths.voucherOther]: screen(() => import('./features/vouchers/NewOtherVoucherPage.tsx'), 'NewOtherVoucherPage'),
  [paths.voucher]: screen(() => import('./features/vouchers/VoucherPage.tsx'), 'VoucherPage'),
  [paths.voucherEdit]: screen(() => import('./features/vouchers/EditVoucherPage.tsx'), 'EditVoucherPage'),
  [paths.facultativeReport]: screen(
    () => import('./features/reports/parties/FacultativeReportPage.tsx'),
    'FacultativeReportPage',
  ),
  [paths.facultativeReportAll]: screen(
    () => import('./features/reports/parties/AllStatementsPage.tsx'),
    'AllStatementsPage',
  ),
  [paths.facultativeReportOut]: screen(
    () => import('./features/reports/parties/OutstandingPage.tsx'),
    'OutstandingPage',
  ),
  [paths.insolvency]: screen(() => import('./features/replacements/InsolvencyPage.tsx'), 'InsolvencyPage'),
  [paths.payableReport]: screen(() => import('./features/reports/parties/PayableReportPage.tsx'), 'PayableReportPage'),
  [paths.ageingSummary]: screen(() => import('./features/reports/parties/AgeingSummaryPage.tsx'), 'AgeingSummaryPage'),
  [paths.ageingPayableOverview]: screen(
    () => import('./features/reports/parties/PayableAgeingPage.tsx'),
    'PayableAgeingPage',
  ),
  [paths.ageingPayableSummary]: screen(
    () => import('./features/reports/parties/PayableSummaryPage.tsx'),
    'PayableSummaryPage',
  ),
  [paths.brokerage]: screen(() => import('./features/reports/production/BrokeragePage.tsx'), 'BrokeragePage'),
  [paths.budgets]: screen(() => import('./features/budgets/BudgetsPage.tsx'), 'BudgetsPage'),
  [paths.monthlyReport]: screen(
    () => import('./features/reports/production/MonthlyReportPage.tsx'),
    'MonthlyReportPage',
  ),
  [paths.ageingOverview]: screen(
    () => import('./features/reports/parties/AgeingOverviewPage.tsx'),
    'AgeingOverviewPage',
  ),
  [paths.claimRegister]: screen(() => import('./features/reports/claims/ClaimRegisterPage.tsx'), 'ClaimRegisterPage'),
  [paths.exposure]: screen(() => import('./features/reports/production/ExposurePage.tsx'), 'ExposurePage'),
  [paths.warranties]: screen(() => import('./features/reports/production/WarrantiesPage.tsx'), 'WarrantiesPage'),
  [paths.largeLosses]: screen(() => import('./features/reports/claims/LargeLossesPage.tsx'), 'LargeLossesPage'),
  [paths.claimResults]: screen(() => import('./features/reports/claims/ClaimResultsPage.tsx'), 'ClaimResultsPage'),
  [paths.replacements]: screen(() => import('./features/replacements/ReplacementsPage.tsx'), 'ReplacementsPage'),
  [paths.replacement]: screen(() => import('./features/replacements/ReplacementPage.tsx'), 'ReplacementPage'),
  [paths.statementAccounts]: screen(() => import('./features/statements/AccountsPage.tsx'), 'AccountsPage'),
  [paths.reminders]: screen(() => import('./features/statements/RemindersPage.tsx'), 'RemindersPage'),
  [paths.batches]: screen(() => import('./features/batches/RecordBatchesPage.tsx'), 'RecordBatchesPage'),
  [paths.batch]: screen(() => import('./features/batches/RecordBatchPage.tsx'), 'RecordBatchPage'),
  [paths.statementBatches]: screen(() => import('./features/statements/BatchesPage.tsx'), 'BatchesPage'),
  [paths.remittanceBatch]: screen(() => import('./features/statements/RemittanceBatchPage.tsx'), 'RemittanceBatchPage'),
  [paths.statementBatch]: screen(() => import('./features/statements/BatchPage.tsx'), 'BatchPage'),
  [paths.reconciliations]: screen(
    () => import('./features/reconciliations/ReconciliationsPage.tsx'),
    'ReconciliationsPage',
  ),
  [paths.reconciliationNew]: screen(
    () => import('./features/reconciliations/NewReconciliationPage.tsx'),
    'NewReconciliationPage',
  ),
  [paths.reconciliation]: screen(
    () => import('./features/reconciliations/ReconciliationPage.tsx'),
    'ReconciliationPage',
  ),
  [paths.renewal]: screen(() => import('./features/renewals/RenewalPage.tsx'), 'RenewalPage'),
  [paths.trialBalance]: screen(() => import('./features/reports/ledger/TrialBalancePage.tsx'), 'TrialBalancePage'),
  [paths.ledgerLines]: screen(() => import('./features/ledger/LedgerLinesPage.tsx'), 'LedgerLinesPage'),
  [paths.ledgerAccount]: screen(() => import('./features/reports/ledger/LedgerAccountPage.tsx'), 'LedgerAccountPage'),
  [paths.taxReturn]: screen(() => import('./features/reports/ledger/TaxReturnPage.tsx'), 'TaxReturnPage'),
  [paths.clientMoney]: screen(() => import('./features/reports/ledger/ClientMoneyPage.tsx'), 'ClientMoneyPage'),
  [paths.explained]: screen(() => import('./features/reports/explained/ExplainedPage.tsx'), 'ExplainedPage'),
  [paths.positions]: screen(() => import('./features/reports/ledger/PositionsPage.tsx'), 'PositionsPage'),
  [paths.revaluation]: screen(() => import('./features/reports/ledger/RevaluationPage.tsx'), 'RevaluationPage'),
  [paths.ledgerEntry]: screen(() => import('./features/ledger/EntryPage.tsx'), 'EntryPage'),
  [paths.user]: screen(() => import('./features/users/UsersPage.tsx'), 'UsersPage'),
  [paths.userOne]: screen(() => import('./features/users/UserPage.tsx'), 'UserPage'),
  [paths.account]: screen(() => import('./features/accounts/AccountPage.tsx'), 'AccountPage'),
  [paths.mailedViews]: screen(() => import('./features/mailed-views/MailedViewsPage.tsx'), 'MailedViewsPage'),
  [paths.setting]: screen(() => import('./pages/SettingPage.tsx'), 'SettingPage'),
  [paths.bordereau]: screen(() => import('./features/imports/BordereauPage.tsx'), 'BordereauPage'),
  [paths.slipBordereau]: screen(() => import('./features/imports/BordereauPage.tsx'), 'SlipBordereauPage'),
  [paths.importFile]: screen(() => import('./features/imports/ImportPage.tsx'), 'ImportPage'),
  [paths.coverType]: screen(() => import('./features/registers/classes/CoverTypePage.tsx'), 'CoverTypePage'),
  [paths.clause]: screen(() => import('./features/registers/clauses/ClausePage.tsx'), 'ClausePage'),
  [paths.partyOfRegister]: screen(() => import('./pages/FormerPartyPage.tsx'), 'FormerPartyPage'),
  [paths.clients]: screen(() => import('./features/parties/PartiesPage.tsx'), 'ClientsPage'),
  [paths.reinsurers]: screen(() => import('./features/parties/PartiesPage.tsx'), 'ReinsurersPage'),
  [paths.party]: screen(() => import('./features/parties/PartyPage.tsx'), 'PartyPage'),
  [paths.note]: screen(() => import('./features/parties/NotePage.tsx'), 'NotePage'),
};

const tree = root.addChildren([
  empty,
  unknown,
  ...open.map(([path, component]) =>
    createRoute({ getParentRoute: () => root, path, component, beforeLoad: passDoors }),
  ),
  app.addChildren([
    dashboard,
    guarded.addChildren(
      Object.entries(SCREENS).map(([path, component]) =>
        createRoute({ getParentRoute: () => guarded, path, component }),
      ),
    ),
  ]),
]);

const makeRouter = () =>
  createRouter({
    routeTree: tree,
    scrollRestoration: true,
    defaultErrorComponent: RouteError,
    // Plain text in the address ("?page=2&status=PENDING") and not JSON: people read, send and edit it.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const pairs = Object.entries(search).filter(
        (pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1] !== '',
      );
      const text = new URLSearchParams(pairs).toString();
      return text === '' ? '' : `?${text}`;
    },
  });

let router: ReturnType<typeof makeRouter> | null = null;

// Made when its screens are shown and not when its file is fetched, which happens during the sign-in: until then the
// address is not its own.
function startRouter(): ReturnType<typeof makeRouter> {
  if (router !== null) return router;
  const started = makeRouter();
  leadBy(async (href, way) => started.navigate({ href, ...way }));
  router = started;
  return started;
}

/** All screens, led by the router from now on. */
export function Screens() {
  return <RouterProvider router={startRouter()} />;
}
