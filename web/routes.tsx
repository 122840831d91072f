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
import { RouteError } from './RouteError.tsx';
import { InSteps } from './ui/layout/InSteps.tsx';
import { toastError } from './ui/notices/toast.ts';

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
  [paths.signIn, lazyRouteComponent(() => import('./features/accounts/SignInPage.tsx'), 'SignInPage')],
  [paths.signUp, lazyRouteComponent(() => import('./features/accounts/SignUpPage.tsx'), 'SignUpPage')],
] as const;

/** With a session its screens are in the frame; the dashboard is open and shows the product without one. */
const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  component: lazyRouteComponent(() => import('./frame/AppLayout.tsx'), 'AppLayout'),
});
const dashboard = createRoute({
  getParentRoute: () => app,
  path: paths.dashboard,
  component: lazyRouteComponent(() => import('./features/dashboard/DashboardPage.tsx'), 'DashboardPage'),
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
  [paths.overview]: lazyRouteComponent(() => import('./features/dashboard/OverviewPage.tsx'), 'OverviewPage'),
  [paths.underwriting]: lazyRouteComponent(() => import('./pages/PoliciesPage.tsx'), 'PoliciesPage'),
  [paths.interchange]: lazyRouteComponent(
    () => import('./features/interchange/ImportPlacementPage.tsx'),
    'ImportPlacementPage',
  ),
  [paths.slipNew]: lazyRouteComponent(() => import('./features/slips/NewSlipPage.tsx'), 'NewSlipPage'),
  [paths.slip]: lazyRouteComponent(() => import('./features/slips/SlipPage.tsx'), 'SlipPage'),
  [paths.slipEdit]: lazyRouteComponent(() => import('./features/slips/EditSlipPage.tsx'), 'EditSlipPage'),
  [paths.policyNew]: lazyRouteComponent(() => import('./features/placements/form/NewPolicyPage.tsx'), 'NewPolicyPage'),
  [paths.policy]: lazyRouteComponent(() => import('./features/placements/page/PolicyPage.tsx'), 'PolicyPage'),
  [paths.policyEdit]: lazyRouteComponent(
    () => import('./features/placements/form/EditPolicyPage.tsx'),
    'EditPolicyPage',
  ),
  [paths.endorsementNew]: lazyRouteComponent(
    () => import('./features/endorsements/NewEndorsementPage.tsx'),
    'NewEndorsementPage',
  ),
  [paths.endorsement]: lazyRouteComponent(
    () => import('./features/endorsements/EndorsementPage.tsx'),
    'EndorsementPage',
  ),
  [paths.endorsementEdit]: lazyRouteComponent(
    () => import('./features/endorsements/EditEndorsementPage.tsx'),
    'EditEndorsementPage',
  ),
  [paths.claims]: lazyRouteComponent(() => import('./features/claims/list/ClaimsPage.tsx'), 'ClaimsPage'),
  [paths.claimNew]: lazyRouteComponent(() => import('./features/claims/form/NewClaimPage.tsx'), 'NewClaimPage'),
  [paths.claimEvent]: lazyRouteComponent(() => import('./features/claims/events/EventPage.tsx'), 'EventPage'),
  [paths.claim]: lazyRouteComponent(() => import('./features/claims/page/ClaimPage.tsx'), 'ClaimPage'),
  [paths.movement]: lazyRouteComponent(() => import('./features/claims/movements/MovementPage.tsx'), 'MovementPage'),
  [paths.claimEdit]: lazyRouteComponent(() => import('./features/claims/form/EditClaimPage.tsx'), 'EditClaimPage'),
  [paths.receivables]: lazyRouteComponent(() => import('./features/receipts/ReceiptsPage.tsx'), 'ReceiptsPage'),
  [paths.receiptNew]: lazyRouteComponent(() => import('./features/receipts/NewReceiptPage.tsx'), 'NewReceiptPage'),
  [paths.receipt]: lazyRouteComponent(() => import('./features/receipts/ReceiptPage.tsx'), 'ReceiptPage'),
  [paths.receiptEdit]: lazyRouteComponent(() => import('./features/receipts/EditReceiptPage.tsx'), 'EditReceiptPage'),
  [paths.receiptPassOn]: lazyRouteComponent(() => import('./features/receipts/PassOnPage.tsx'), 'PassOnPage'),
  [paths.adjustments]: lazyRouteComponent(
    () => import('./features/adjustments/AdjustmentsPage.tsx'),
    'AdjustmentsPage',
  ),
  [paths.adjustmentNew]: lazyRouteComponent(
    () => import('./features/adjustments/NewAdjustmentPage.tsx'),
    'NewAdjustmentPage',
  ),
  [paths.adjustment]: lazyRouteComponent(() => import('./features/adjustments/AdjustmentPage.tsx'), 'AdjustmentPage'),
  [paths.adjustmentEdit]: lazyRouteComponent(
    () => import('./features/adjustments/EditAdjustmentPage.tsx'),
    'EditAdjustmentPage',
  ),
  [paths.invoices]: lazyRouteComponent(() => import('./features/invoices/InvoicesPage.tsx'), 'InvoicesPage'),
  [paths.invoiceNew]: lazyRouteComponent(() => import('./features/invoices/NewInvoicePage.tsx'), 'NewInvoicePage'),
  [paths.schedules]: lazyRouteComponent(() => import('./features/invoices/SchedulesPage.tsx'), 'SchedulesPage'),
  [paths.schedule]: lazyRouteComponent(() => import('./features/invoices/SchedulePage.tsx'), 'SchedulePage'),
  [paths.invoice]: lazyRouteComponent(() => import('./features/invoices/InvoicePage.tsx'), 'InvoicePage'),
  [paths.invoiceEdit]: lazyRouteComponent(() => import('./features/invoices/EditInvoicePage.tsx'), 'EditInvoicePage'),
  [paths.journals]: lazyRouteComponent(() => import('./features/journals/JournalsPage.tsx'), 'JournalsPage'),
  [paths.journalNew]: lazyRouteComponent(() => import('./features/journals/NewJournalPage.tsx'), 'NewJournalPage'),
  [paths.journal]: lazyRouteComponent(() => import('./features/journals/JournalPage.tsx'), 'JournalPage'),
  [paths.journalEdit]: lazyRouteComponent(() => import('./features/journals/EditJournalPage.tsx'), 'EditJournalPage'),
  [paths.bankStatements]: lazyRouteComponent(
    () => import('./features/banks/BankStatementsPage.tsx'),
    'BankStatementsPage',
  ),
  [paths.bankStatementNew]: lazyRouteComponent(
    () => import('./features/banks/ReadStatementPage.tsx'),
    'ReadStatementPage',
  ),
  [paths.bankOpenLines]: lazyRouteComponent(() => import('./features/banks/OpenLinesPage.tsx'), 'OpenLinesPage'),
  [paths.bankMatched]: lazyRouteComponent(() => import('./features/banks/MatchedPage.tsx'), 'MatchedPage'),
  [paths.bankReconciliation]: lazyRouteComponent(
    () => import('./features/reports/ledger/BankReconciliationPage.tsx'),
    'BankReconciliationPage',
  ),
  [paths.bankStatement]: lazyRouteComponent(
    () => import('./features/banks/BankStatementPage.tsx'),
    'BankStatementPage',
  ),
  [paths.payables]: lazyRouteComponent(() => import('./features/vouchers/VouchersPage.tsx'), 'VouchersPage'),
  [paths.paymentFiles]: lazyRouteComponent(() => import('./features/banks/PaymentFilesPage.tsx'), 'PaymentFilesPage'),
  [paths.paymentFileNew]: lazyRouteComponent(
    () => import('./features/banks/NewPaymentFilePage.tsx'),
    'NewPaymentFilePage',
  ),
  [paths.paymentFile]: lazyRouteComponent(() => import('./features/banks/PaymentFilePage.tsx'), 'PaymentFilePage'),
  [paths.voucherNew]: lazyRouteComponent(
    () => import('./features/vouchers/NewPremiumVoucherPage.tsx'),
    'NewPremiumVoucherPage',
  ),
  [paths.voucherOther]: lazyRouteComponent(
    () => import('./features/vouchers/NewOtherVoucherPage.tsx'),
    'NewOtherVoucherPage',
  ),
  [paths.voucher]: lazyRouteComponent(() => import('./features/vouchers/VoucherPage.tsx'), 'VoucherPage'),
  [paths.voucherEdit]: lazyRouteComponent(() => import('./features/vouchers/EditVoucherPage.tsx'), 'EditVoucherPage'),
  [paths.facultativeReport]: lazyRouteComponent(
    () => import('./features/reports/parties/FacultativeReportPage.tsx'),
    'FacultativeReportPage',
  ),
  [paths.facultativeReportAll]: lazyRouteComponent(
    () => import('./features/reports/parties/AllStatementsPage.tsx'),
    'AllStatementsPage',
  ),
  [paths.facultativeReportOut]: lazyRouteComponent(
    () => import('./features/reports/parties/OutstandingPage.tsx'),
    'OutstandingPage',
  ),
  [paths.insolvency]: lazyRouteComponent(() => import('./features/replacements/InsolvencyPage.tsx'), 'InsolvencyPage'),
  [paths.payableReport]: lazyRouteComponent(
    () => import('./features/reports/parties/PayableReportPage.tsx'),
    'PayableReportPage',
  ),
  [paths.ageingSummary]: lazyRouteComponent(
    () => import('./features/reports/parties/AgeingSummaryPage.tsx'),
    'AgeingSummaryPage',
  ),
  [paths.ageingPayableOverview]: lazyRouteComponent(
    () => import('./features/reports/parties/PayableAgeingPage.tsx'),
    'PayableAgeingPage',
  ),
  [paths.ageingPayableSummary]: lazyRouteComponent(
    () => import('./features/reports/parties/PayableSummaryPage.tsx'),
    'PayableSummaryPage',
  ),
  [paths.brokerage]: lazyRouteComponent(
    () => import('./features/reports/production/BrokeragePage.tsx'),
    'BrokeragePage',
  ),
  [paths.budgets]: lazyRouteComponent(() => import('./features/budgets/BudgetsPage.tsx'), 'BudgetsPage'),
  [paths.monthlyReport]: lazyRouteComponent(
    () => import('./features/reports/production/MonthlyReportPage.tsx'),
    'MonthlyReportPage',
  ),
  [paths.ageingOverview]: lazyRouteComponent(
    () => import('./features/reports/parties/AgeingOverviewPage.tsx'),
    'AgeingOverviewPage',
  ),
  [paths.claimRegister]: lazyRouteComponent(
    () => import('./features/reports/claims/ClaimRegisterPage.tsx'),
    'ClaimRegisterPage',
  ),
  [paths.exposure]: lazyRouteComponent(() => import('./features/reports/production/ExposurePage.tsx'), 'ExposurePage'),
  [paths.warranties]: lazyRouteComponent(
    () => import('./features/reports/production/WarrantiesPage.tsx'),
    'WarrantiesPage',
  ),
  [paths.largeLosses]: lazyRouteComponent(
    () => import('./features/reports/claims/LargeLossesPage.tsx'),
    'LargeLossesPage',
  ),
  [paths.claimResults]: lazyRouteComponent(
    () => import('./features/reports/claims/ClaimResultsPage.tsx'),
    'ClaimResultsPage',
  ),
  [paths.replacements]: lazyRouteComponent(
    () => import('./features/replacements/ReplacementsPage.tsx'),
    'ReplacementsPage',
  ),
  [paths.replacement]: lazyRouteComponent(
    () => import('./features/replacements/ReplacementPage.tsx'),
    'ReplacementPage',
  ),
  [paths.statementAccounts]: lazyRouteComponent(() => import('./features/statements/AccountsPage.tsx'), 'AccountsPage'),
  [paths.reminders]: lazyRouteComponent(() => import('./features/statements/RemindersPage.tsx'), 'RemindersPage'),
  [paths.batches]: lazyRouteComponent(() => import('./features/batches/RecordBatchesPage.tsx'), 'RecordBatchesPage'),
  [paths.batch]: lazyRouteComponent(() => import('./features/batches/RecordBatchPage.tsx'), 'RecordBatchPage'),
  [paths.statementBatches]: lazyRouteComponent(() => import('./features/statements/BatchesPage.tsx'), 'BatchesPage'),
  [paths.remittanceBatch]: lazyRouteComponent(
    () => import('./features/statements/RemittanceBatchPage.tsx'),
    'RemittanceBatchPage',
  ),
  [paths.statementBatch]: lazyRouteComponent(() => import('./features/statements/BatchPage.tsx'), 'BatchPage'),
  [paths.reconciliations]: lazyRouteComponent(
    () => import('./features/reconciliations/ReconciliationsPage.tsx'),
    'ReconciliationsPage',
  ),
  [paths.reconciliationNew]: lazyRouteComponent(
    () => import('./features/reconciliations/NewReconciliationPage.tsx'),
    'NewReconciliationPage',
  ),
  [paths.reconciliation]: lazyRouteComponent(
    () => import('./features/reconciliations/ReconciliationPage.tsx'),
    'ReconciliationPage',
  ),
  [paths.renewal]: lazyRouteComponent(() => import('./features/renewals/RenewalPage.tsx'), 'RenewalPage'),
  [paths.trialBalance]: lazyRouteComponent(
    () => import('./features/reports/ledger/TrialBalancePage.tsx'),
    'TrialBalancePage',
  ),
  [paths.ledgerLines]: lazyRouteComponent(() => import('./features/ledger/LedgerLinesPage.tsx'), 'LedgerLinesPage'),
  [paths.ledgerAccount]: lazyRouteComponent(
    () => import('./features/reports/ledger/LedgerAccountPage.tsx'),
    'LedgerAccountPage',
  ),
  [paths.taxReturn]: lazyRouteComponent(() => import('./features/reports/ledger/TaxReturnPage.tsx'), 'TaxReturnPage'),
  [paths.clientMoney]: lazyRouteComponent(
    () => import('./features/reports/ledger/ClientMoneyPage.tsx'),
    'ClientMoneyPage',
  ),
  [paths.explained]: lazyRouteComponent(
    () => import('./features/reports/explained/ExplainedPage.tsx'),
    'ExplainedPage',
  ),
  [paths.positions]: lazyRouteComponent(() => import('./features/reports/ledger/PositionsPage.tsx'), 'PositionsPage'),
  [paths.revaluation]: lazyRouteComponent(
    () => import('./features/reports/ledger/RevaluationPage.tsx'),
    'RevaluationPage',
  ),
  [paths.ledgerEntry]: lazyRouteComponent(() => import('./features/ledger/EntryPage.tsx'), 'EntryPage'),
  [paths.user]: lazyRouteComponent(() => import('./features/users/UsersPage.tsx'), 'UsersPage'),
  [paths.userOne]: lazyRouteComponent(() => import('./features/users/UserPage.tsx'), 'UserPage'),
  [paths.account]: lazyRouteComponent(() => import('./features/accounts/AccountPage.tsx'), 'AccountPage'),
  [paths.mailedViews]: lazyRouteComponent(
    () => import('./features/mailed-views/MailedViewsPage.tsx'),
    'MailedViewsPage',
  ),
  [paths.setting]: lazyRouteComponent(() => import('./pages/SettingPage.tsx'), 'SettingPage'),
  [paths.bordereau]: lazyRouteComponent(() => import('./features/imports/BordereauPage.tsx'), 'BordereauPage'),
  [paths.slipBordereau]: lazyRouteComponent(() => import('./features/imports/BordereauPage.tsx'), 'SlipBordereauPage'),
  [paths.importFile]: lazyRouteComponent(() => import('./features/imports/ImportPage.tsx'), 'ImportPage'),
  [paths.coverType]: lazyRouteComponent(
    () => import('./features/registers/classes/CoverTypePage.tsx'),
    'CoverTypePage',
  ),
  [paths.clause]: lazyRouteComponent(() => import('./features/registers/clauses/ClausePage.tsx'), 'ClausePage'),
  [paths.partyOfRegister]: lazyRouteComponent(() => import('./pages/FormerPartyPage.tsx'), 'FormerPartyPage'),
  [paths.clients]: lazyRouteComponent(() => import('./features/parties/PartiesPage.tsx'), 'ClientsPage'),
  [paths.reinsurers]: lazyRouteComponent(() => import('./features/parties/PartiesPage.tsx'), 'ReinsurersPage'),
  [paths.party]: lazyRouteComponent(() => import('./features/parties/PartyPage.tsx'), 'PartyPage'),
  [paths.note]: lazyRouteComponent(() => import('./features/parties/NotePage.tsx'), 'NotePage'),
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
