import './app.css';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  RouterProvider,
  type RouteComponent,
} from '@tanstack/react-router';
import { currentSession } from './api/session.ts';
import { leadBy } from './api/go.ts';
import { paths } from './paths.ts';
import { RouteError } from './RouteError.tsx';

type Screen = () => Promise<Record<string, unknown>>;
// A screen that is not built yet is not there: its route says so until its file exists.
const screens = import.meta.glob<Record<string, unknown>>(['./features/*/*Page.tsx', './pages/*Page.tsx']);

/** A screen by its file, loaded when its route is opened; the component has the file's name. */
function screen(file: string): RouteComponent {
  const load: Screen = screens[`./${file}.tsx`] ?? (async () => import('./frame/NotBuiltPage.tsx'));
  const name = screens[`./${file}.tsx`] === undefined ? 'NotBuiltPage' : (file.split('/').at(-1) ?? file);
  return lazyRouteComponent(load, name);
}

const root = createRootRoute();
const toRoot = () => redirect({ href: '/', replace: true });

const empty = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ href: paths.signIn, replace: true });
  },
});
// /login among them, where an ended session leads (specification §8).
const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw toRoot();
  },
});
const open = [
  [paths.signIn, 'features/accounts/SignInPage'],
  [paths.signUp, 'features/accounts/SignUpPage'],
] as const;

/** With a session its screens stand in the frame; the dashboard is open and shows the product without one. */
const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  component: lazyRouteComponent(() => import('./frame/AppLayout.tsx'), 'AppLayout'),
});
const dashboard = createRoute({
  getParentRoute: () => app,
  path: paths.dashboard,
  component: screen('features/dashboard/DashboardPage'),
});

const guarded = createRoute({
  getParentRoute: () => app,
  id: 'signed-in',
  beforeLoad: () => {
    if (currentSession() === null) throw toRoot();
  },
});

/** One line for each screen behind the sign-in. */
const SCREENS: readonly (readonly [path: string, file: string])[] = [
  [paths.overview, 'features/dashboard/OverviewPage'],
  [paths.underwriting, 'pages/PoliciesPage'],
  [paths.interchange, 'features/interchange/ImportPlacementPage'],
  [paths.slipNew, 'features/slips/NewSlipPage'],
  [paths.slip, 'features/slips/SlipPage'],
  [paths.slipEdit, 'features/slips/EditSlipPage'],
  [paths.policyNew, 'features/placements/form/NewPolicyPage'],
  [paths.policy, 'features/placements/page/PolicyPage'],
  [paths.policyEdit, 'features/placements/form/EditPolicyPage'],
  [paths.endorsementNew, 'features/endorsements/NewEndorsementPage'],
  [paths.endorsement, 'features/endorsements/EndorsementPage'],
  [paths.endorsementEdit, 'features/endorsements/EditEndorsementPage'],
  [paths.claims, 'features/claims/ClaimsPage'],
  [paths.receivables, 'features/receipts/ReceiptsPage'],
  [paths.receiptNew, 'features/receipts/NewReceiptPage'],
  [paths.receipt, 'features/receipts/ReceiptPage'],
  [paths.receiptEdit, 'features/receipts/EditReceiptPage'],
  [paths.payables, 'features/vouchers/VouchersPage'],
  [paths.voucherNew, 'features/vouchers/NewPremiumVoucherPage'],
  [paths.voucherOther, 'features/vouchers/NewOtherVoucherPage'],
  [paths.voucher, 'features/vouchers/VoucherPage'],
  [paths.voucherEdit, 'features/vouchers/EditVoucherPage'],
  [paths.facultativeReport, 'features/reports/FacultativeReportPage'],
  [paths.facultativeReportAll, 'features/reports/FacultativeReportAllPage'],
  [paths.facultativeReportOut, 'features/reports/FacultativeReportOutPage'],
  [paths.payableReport, 'features/reports/PayableReportPage'],
  [paths.ageingSummary, 'features/reports/AgeingSummaryPage'],
  [paths.ageingOverview, 'features/reports/AgeingOverviewPage'],
  [paths.ageingPayableSummary, 'features/reports/AgeingPayableSummaryPage'],
  [paths.ageingPayableOverview, 'features/reports/AgeingPayableOverviewPage'],
  [paths.renewal, 'features/renewals/RenewalPage'],
  [paths.monthlyReport, 'features/reports/MonthlyReportPage'],
  [paths.trialBalance, 'features/reports/TrialBalancePage'],
  [paths.ledgerLines, 'features/ledger/LedgerLinesPage'],
  [paths.ledgerEntry, 'features/ledger/EntryPage'],
  [paths.user, 'features/users/UsersPage'],
  [paths.userOne, 'features/users/UserPage'],
  [paths.account, 'features/accounts/AccountPage'],
  [paths.setting, 'pages/SettingPage'],
  [paths.bordereau, 'features/imports/BordereauPage'],
  [paths.importFile, 'features/imports/ImportPage'],
  [paths.coverType, 'features/registers/CoverTypePage'],
  [paths.clause, 'features/registers/ClausePage'],
  [paths.party, 'pages/PartyPage'],
];

const tree = root.addChildren([
  empty,
  unknown,
  ...open.map(([path, file]) => createRoute({ getParentRoute: () => root, path, component: screen(file) })),
  app.addChildren([
    dashboard,
    guarded.addChildren(
      SCREENS.map(([path, file]) =>
        createRoute({
          getParentRoute: () => guarded,
          path,
          component: screen(file),
          staticData: { built: screens[`./${file}.tsx`] !== undefined },
        }),
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

// Made when its screens are shown and not when its file is fetched, which happens beside the sign-in: until then the
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
