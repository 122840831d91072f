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

/** What the module of a screen exports: the screen alone. */
type Screen = Readonly<Record<string, RouteComponent>>;

/** A screen whose code comes when it is opened. Where the server has other files by now the page is loaded anew; without an answer the screen says so. */
function screen(load: () => Promise<Screen>): RouteComponent {
  return lazyRouteComponent(async () => {
    try {
      return { default: Object.values(await load())[0] };
    } catch (error) {
      throw (await answers()) ? error : new Error('Failed to fetch');
    }
  });
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
  [paths.signIn, screen(() => import('./features/accounts/SignInPage.tsx'))],
  [paths.signUp, screen(() => import('./features/accounts/SignUpPage.tsx'))],
] as const;

/** With a session its screens are in the frame; the dashboard is open and shows the product without one. */
const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  component: screen(() => import('./frame/AppLayout.tsx')),
});
const dashboard = createRoute({
  getParentRoute: () => app,
  path: paths.dashboard,
  component: screen(() => import('./features/dashboard/DashboardPage.tsx')),
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
  [paths.overview]: screen(() => import('./features/dashboard/OverviewPage.tsx')),
  [paths.underwriting]: screen(() => import('./pages/PoliciesPage.tsx')),
  [paths.interchange]: screen(() => import('./features/interchange/ImportPlacementPage.tsx')),
  [paths.slipNew]: screen(() => import('./features/slips/NewSlipPage.tsx')),
  [paths.slip]: screen(() => import('./features/slips/SlipPage.tsx')),
  [paths.slipEdit]: screen(() => import('./features/slips/EditSlipPage.tsx')),
  [paths.policyNew]: screen(() =>
    import('./features/placements/form/NewPolicyPage.tsx').then(({ NewPolicyPage }) => ({ NewPolicyPage })),
  ),
  [paths.policy]: screen(() =>
    import('./features/placements/page/PolicyPage.tsx').then(({ PolicyPage }) => ({ PolicyPage })),
  ),
  [paths.policyEdit]: screen(() => import('./features/placements/form/EditPolicyPage.tsx')),
  [paths.endorsementNew]: screen(() => import('./features/endorsements/NewEndorsementPage.tsx')),
  [paths.endorsement]: screen(() => import('./features/endorsements/EndorsementPage.tsx')),
  [paths.endorsementEdit]: screen(() => import('./features/endorsements/EditEndorsementPage.tsx')),
  [paths.claims]: screen(() => import('./features/claims/list/ClaimsPage.tsx')),
  [paths.claimNew]: screen(() => import('./features/claims/form/NewClaimPage.tsx')),
  [paths.claimEvent]: screen(() => import('./features/claims/events/EventPage.tsx')),
  [paths.claim]: screen(() => import('./features/claims/page/ClaimPage.tsx')),
  [paths.movement]: screen(() => import('./features/claims/movements/MovementPage.tsx')),
  [paths.claimEdit]: screen(() => import('./features/claims/form/EditClaimPage.tsx')),
  [paths.receivables]: screen(() => import('./features/receipts/ReceiptsPage.tsx')),
  [paths.receiptNew]: screen(() => import('./features/receipts/NewReceiptPage.tsx')),
  [paths.receipt]: screen(() => import('./features/receipts/ReceiptPage.tsx')),
  [paths.receiptEdit]: screen(() => import('./features/receipts/EditReceiptPage.tsx')),
  [paths.receiptPassOn]: screen(() => import('./features/receipts/PassOnPage.tsx')),
  [paths.adjustments]: screen(() => import('./features/adjustments/AdjustmentsPage.tsx')),
  [paths.adjustmentNew]: screen(() => import('./features/adjustments/NewAdjustmentPage.tsx')),
  [paths.adjustment]: screen(() => import('./features/adjustments/AdjustmentPage.tsx')),
  [paths.adjustmentEdit]: screen(() => import('./features/adjustments/EditAdjustmentPage.tsx')),
  [paths.invoices]: screen(() => import('./features/invoices/InvoicesPage.tsx')),
  [paths.invoiceNew]: screen(() => import('./features/invoices/NewInvoicePage.tsx')),
  [paths.schedules]: screen(() => import('./features/invoices/SchedulesPage.tsx')),
  [paths.schedule]: screen(() => import('./features/invoices/SchedulePage.tsx')),
  [paths.invoice]: screen(() => import('./features/invoices/InvoicePage.tsx')),
  [paths.invoiceEdit]: screen(() => import('./features/invoices/EditInvoicePage.tsx')),
  [paths.journals]: screen(() => import('./features/journals/JournalsPage.tsx')),
  [paths.journalNew]: screen(() => import('./features/journals/NewJournalPage.tsx')),
  [paths.journal]: screen(() => import('./features/journals/JournalPage.tsx')),
  [paths.journalEdit]: screen(() => import('./features/journals/EditJournalPage.tsx')),
  [paths.bankStatements]: screen(() => import('./features/banks/BankStatementsPage.tsx')),
  [paths.bankStatementNew]: screen(() => import('./features/banks/ReadStatementPage.tsx')),
  [paths.bankOpenLines]: screen(() => import('./features/banks/OpenLinesPage.tsx')),
  [paths.bankMatched]: screen(() => import('./features/banks/MatchedPage.tsx')),
  [paths.bankReconciliation]: screen(() => import('./features/reports/ledger/BankReconciliationPage.tsx')),
  [paths.bankStatement]: screen(() => import('./features/banks/BankStatementPage.tsx')),
  [paths.payables]: screen(() => import('./features/vouchers/VouchersPage.tsx')),
  [paths.paymentFiles]: screen(() => import('./features/banks/PaymentFilesPage.tsx')),
  [paths.paymentFileNew]: screen(() => import('./features/banks/NewPaymentFilePage.tsx')),
  [paths.paymentFile]: screen(() => import('./features/banks/PaymentFilePage.tsx')),
  [paths.voucherNew]: screen(() => import('./features/vouchers/NewPremiumVoucherPage.tsx')),
  [paths.voucherOther]: screen(() => import('./features/vouchers/NewOtherVoucherPage.tsx')),
  [paths.voucher]: screen(() => import('./features/vouchers/VoucherPage.tsx')),
  [paths.voucherEdit]: screen(() => import('./features/vouchers/EditVoucherPage.tsx')),
  [paths.facultativeReport]: screen(() => import('./features/reports/parties/FacultativeReportPage.tsx')),
  [paths.facultativeReportAll]: screen(() => import('./features/reports/parties/AllStatementsPage.tsx')),
  [paths.facultativeReportOut]: screen(() => import('./features/reports/parties/OutstandingPage.tsx')),
  [paths.insolvency]: screen(() => import('./features/replacements/InsolvencyPage.tsx')),
  [paths.payableReport]: screen(() => import('./features/reports/parties/PayableReportPage.tsx')),
  [paths.ageingSummary]: screen(() => import('./features/reports/parties/AgeingSummaryPage.tsx')),
  [paths.ageingPayableOverview]: screen(() => import('./features/reports/parties/PayableAgeingPage.tsx')),
  [paths.ageingPayableSummary]: screen(() => import('./features/reports/parties/PayableSummaryPage.tsx')),
  [paths.brokerage]: screen(() => import('./features/reports/production/BrokeragePage.tsx')),
  [paths.budgets]: screen(() => import('./features/budgets/BudgetsPage.tsx')),
  [paths.monthlyReport]: screen(() => import('./features/reports/production/MonthlyReportPage.tsx')),
  [paths.ageingOverview]: screen(() => import('./features/reports/parties/AgeingOverviewPage.tsx')),
  [paths.claimRegister]: screen(() => import('./features/reports/claims/ClaimRegisterPage.tsx')),
  [paths.exposure]: screen(() => import('./features/reports/production/ExposurePage.tsx')),
  [paths.warranties]: screen(() => import('./features/reports/production/WarrantiesPage.tsx')),
  [paths.largeLosses]: screen(() => import('./features/reports/claims/LargeLossesPage.tsx')),
  [paths.claimResults]: screen(() => import('./features/reports/claims/ClaimResultsPage.tsx')),
  [paths.replacements]: screen(() => import('./features/replacements/ReplacementsPage.tsx')),
  [paths.replacement]: screen(() => import('./features/replacements/ReplacementPage.tsx')),
  [paths.statementAccounts]: screen(() => import('./features/statements/AccountsPage.tsx')),
  [paths.reminders]: screen(() => import('./features/statements/RemindersPage.tsx')),
  [paths.batches]: screen(() => import('./features/batches/RecordBatchesPage.tsx')),
  [paths.batch]: screen(() => import('./features/batches/RecordBatchPage.tsx')),
  [paths.statementBatches]: screen(() => import('./features/statements/BatchesPage.tsx')),
  [paths.remittanceBatch]: screen(() => import('./features/statements/RemittanceBatchPage.tsx')),
  [paths.statementBatch]: screen(() =>
    import('./features/statements/BatchPage.tsx').then(({ BatchPage }) => ({ BatchPage })),
  ),
  [paths.reconciliations]: screen(() => import('./features/reconciliations/ReconciliationsPage.tsx')),
  [paths.reconciliationNew]: screen(() => import('./features/reconciliations/NewReconciliationPage.tsx')),
  [paths.reconciliation]: screen(() => import('./features/reconciliations/ReconciliationPage.tsx')),
  [paths.renewal]: screen(() => import('./features/renewals/RenewalPage.tsx')),
  [paths.trialBalance]: screen(() => import('./features/reports/ledger/TrialBalancePage.tsx')),
  [paths.ledgerLines]: screen(() =>
    import('./features/ledger/LedgerLinesPage.tsx').then(({ LedgerLinesPage }) => ({ LedgerLinesPage })),
  ),
  [paths.ledgerAccount]: screen(() => import('./features/reports/ledger/LedgerAccountPage.tsx')),
  [paths.taxReturn]: screen(() => import('./features/reports/ledger/TaxReturnPage.tsx')),
  [paths.clientMoney]: screen(() => import('./features/reports/ledger/ClientMoneyPage.tsx')),
  [paths.explained]: screen(() => import('./features/reports/explained/ExplainedPage.tsx')),
  [paths.positions]: screen(() => import('./features/reports/ledger/PositionsPage.tsx')),
  [paths.revaluation]: screen(() => import('./features/reports/ledger/RevaluationPage.tsx')),
  [paths.ledgerEntry]: screen(() => import('./features/ledger/EntryPage.tsx')),
  [paths.user]: screen(() => import('./features/users/UsersPage.tsx')),
  [paths.userOne]: screen(() => import('./features/users/UserPage.tsx')),
  [paths.account]: screen(() => import('./features/accounts/AccountPage.tsx')),
  [paths.mailedViews]: screen(() => import('./features/mailed-views/MailedViewsPage.tsx')),
  [paths.setting]: screen(() => import('./pages/SettingPage.tsx')),
  [paths.bordereau]: screen(() =>
    import('./features/imports/BordereauPage.tsx').then(({ BordereauPage }) => ({ BordereauPage })),
  ),
  [paths.slipBordereau]: screen(() =>
    import('./features/imports/BordereauPage.tsx').then(({ SlipBordereauPage }) => ({ SlipBordereauPage })),
  ),
  [paths.importFile]: screen(() => import('./features/imports/ImportPage.tsx')),
  [paths.coverType]: screen(() => import('./features/registers/classes/CoverTypePage.tsx')),
  [paths.clause]: screen(() => import('./features/registers/clauses/ClausePage.tsx')),
  [paths.partyOfRegister]: screen(() => import('./pages/FormerPartyPage.tsx')),
  [paths.clients]: screen(() =>
    import('./features/parties/PartiesPage.tsx').then(({ ClientsPage }) => ({ ClientsPage })),
  ),
  [paths.reinsurers]: screen(() =>
    import('./features/parties/PartiesPage.tsx').then(({ ReinsurersPage }) => ({ ReinsurersPage })),
  ),
  [paths.party]: screen(() => import('./features/parties/PartyPage.tsx')),
  [paths.note]: screen(() => import('./features/parties/NotePage.tsx')),
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
