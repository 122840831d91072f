import type { Permission } from '../domain/permissions.ts';
import { paths } from './paths.ts';

export type NavigationItem = {
  label: string;
  href: string;
  icon:
    | 'dashboard'
    | 'underwriting'
    | 'claims'
    | 'receivables'
    | 'payables'
    | 'renewal'
    | 'parties'
    | 'report'
    | 'views'
    | 'user'
    | 'setting';
  /** Any one of these shows it; none: everyone signed in. */
  permissions: readonly Permission[];
  /** Further words by which the palette finds it. */
  words?: string;
};

export type NavigationGroup = { title: string | null; items: readonly NavigationItem[] };

const MONEY = ['reports.money'] as const;
const RECEIVABLES = ['reports.money', 'reports.receivables_ageing'] as const;

/** The sidebar, in the order of the work. */
export const NAVIGATION: readonly NavigationGroup[] = [
  {
    title: null,
    items: [
      { label: 'Dashboard', href: paths.dashboard, icon: 'dashboard', permissions: [] },
      {
        label: 'Underwriting',
        href: paths.underwriting,
        icon: 'underwriting',
        permissions: ['policies.view'],
        words: 'policies london slips',
      },
      { label: 'Claims', href: paths.claims, icon: 'claims', permissions: ['claims.view'] },
      {
        label: 'Receivables',
        href: paths.receivables,
        icon: 'receivables',
        permissions: ['receipts.view', 'invoices.view'],
        words: 'receipts invoices credits fees debit notes adjustments certificates write-offs',
      },
      {
        label: 'Payables',
        href: paths.payables,
        icon: 'payables',
        permissions: ['vouchers.view'],
        words: 'payment vouchers files pain.001 bank',
      },
      {
        label: 'Clients',
        href: paths.clients,
        icon: 'parties',
        permissions: ['registers.view'],
        words: 'reinsureds insureds cedants parties owed',
      },
      {
        label: 'Reinsurers',
        href: paths.reinsurers,
        icon: 'parties',
        permissions: ['registers.view'],
        words: 'securities markets parties',
      },
      { label: 'Renewals', href: paths.renewal, icon: 'renewal', permissions: ['reports.production'] },
    ],
  },
  {
    title: 'Production and claims',
    items: [
      { label: 'Monthly production', href: paths.monthlyReport, icon: 'report', permissions: ['reports.production'] },
      {
        label: 'Brokerage',
        href: paths.brokerage,
        icon: 'report',
        permissions: ['reports.money'],
        words: 'earned noted producer class income deferred unearned commission',
      },
      {
        label: 'Budgets',
        href: paths.budgets,
        icon: 'report',
        permissions: ['reports.production'],
        words: 'plan target expected premium brokerage year',
      },
      {
        label: 'Premium warranties',
        href: paths.warranties,
        icon: 'report',
        permissions: ['reports.production'],
        words: 'ppw ppc condition radar falling due broken',
      },
      {
        label: 'Exposure in force',
        href: paths.exposure,
        icon: 'report',
        permissions: ['reports.production'],
        words: 'accumulation country class security limit line',
      },
      {
        label: 'Register of claims',
        href: paths.claimRegister,
        icon: 'report',
        permissions: ['reports.production'],
        words: 'bordereau',
      },
      {
        label: 'Claims against premium',
        href: paths.claimResults,
        icon: 'report',
        permissions: ['reports.production'],
        words: 'loss ratio underwriting earned',
      },
      { label: 'Large losses', href: paths.largeLosses, icon: 'report', permissions: ['reports.production'] },
    ],
  },
  {
    title: 'Reinsureds',
    items: [
      {
        label: 'Reinsured statement',
        href: paths.facultativeReport,
        icon: 'report',
        permissions: MONEY,
        words: 'facultative',
      },
      {
        label: 'All reinsureds',
        href: paths.facultativeReportAll,
        icon: 'report',
        permissions: MONEY,
        words: 'facultative',
      },
      {
        label: 'Outstanding',
        href: paths.facultativeReportOut,
        icon: 'report',
        permissions: MONEY,
        words: 'facultative',
      },
      { label: 'Receivables ageing', href: paths.ageingOverview, icon: 'report', permissions: RECEIVABLES },
      { label: 'Ageing of a reinsured', href: paths.ageingSummary, icon: 'report', permissions: RECEIVABLES },
    ],
  },
  {
    title: 'Statements',
    items: [
      {
        label: 'Statements',
        href: paths.statementAccounts,
        icon: 'report',
        permissions: MONEY,
        words: 'statements of account batch mail balances',
      },
      {
        label: 'Reminders',
        href: paths.reminders,
        icon: 'report',
        permissions: MONEY,
        words: 'overdue premium dunning letters warranty',
      },
      {
        label: 'Reconciliations',
        href: paths.reconciliations,
        icon: 'report',
        permissions: MONEY,
        words: 'statement of a party counterparty bridge differences',
      },
    ],
  },
  {
    title: 'Reinsurers',
    items: [
      { label: 'Security statement', href: paths.payableReport, icon: 'report', permissions: MONEY, words: 'payable' },
      {
        label: 'Insolvency drill',
        href: paths.insolvency,
        icon: 'report',
        permissions: MONEY,
        words: 'security default exposure unearned unreleased replacement run off',
      },
      { label: 'Payables ageing', href: paths.ageingPayableOverview, icon: 'report', permissions: MONEY },
      { label: 'Ageing of a security', href: paths.ageingPayableSummary, icon: 'report', permissions: MONEY },
    ],
  },
  {
    title: 'Ledger',
    items: [
      {
        label: 'Trial balance',
        href: paths.trialBalance,
        icon: 'report',
        permissions: ['ledger.view'],
        words: 'journal hledger export',
      },
      {
        label: 'Journals',
        href: paths.journals,
        icon: 'report',
        permissions: ['journals.view'],
        words: 'manual journal entries adjusting',
      },
      {
        label: 'Client money',
        href: paths.clientMoney,
        icon: 'report',
        permissions: MONEY,
        words: 'client bank shortfall surplus trust account',
      },
      {
        label: 'Tax return',
        href: paths.taxReturn,
        icon: 'report',
        permissions: MONEY,
        words: 'taxes levies withholding authority remit',
      },
      {
        label: 'Positions per currency',
        href: paths.positions,
        icon: 'report',
        permissions: ['ledger.view'],
        words: 'exchange gain loss unrealised realised',
      },
      {
        label: 'Revaluation',
        href: paths.revaluation,
        icon: 'report',
        permissions: ['ledger.view'],
        words: 'month end exchange rates currency',
      },
      {
        label: 'Bank statements',
        href: paths.bankStatements,
        icon: 'report',
        permissions: ['bank_statements.view'],
        words: 'camt mt940 csv accounts lines matching reconciliation',
      },
    ],
  },
  {
    title: 'Firm',
    items: [
      { label: 'Users', href: paths.user, icon: 'user', permissions: ['users.view', 'users.manage'] },
      {
        label: 'Mailed views',
        href: paths.mailedViews,
        icon: 'views',
        permissions: [],
        words: 'schedule subscription email saved view daily weekly monthly',
      },
      {
        label: 'Settings',
        href: paths.setting,
        icon: 'setting',
        permissions: [],
        words: 'registers currencies clauses taxes branches',
      },
    ],
  },
];

/** What a user may see of it. */
export function navigationFor(permissions: readonly string[]): NavigationGroup[] {
  const allowed = (item: NavigationItem) =>
    item.permissions.length === 0 || item.permissions.some((one) => permissions.includes(one));
  return NAVIGATION.map((group) => ({
    ...group,
    items: group.items.filter(allowed),
  })).filter((group) => group.items.length > 0);
}
