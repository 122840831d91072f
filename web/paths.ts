import type { KindName } from '../domain/records/kinds.ts';
import type { LinkTarget } from '../domain/tables/columns.ts';

/** Every address of the application; links are written through here. */
export const paths = {
  signIn: '/signin',
  signUp: '/signup',
  dashboard: '/dashboard',
  overview: '/dashboard/$overview',
  underwriting: '/underwriting',
  policyNew: '/underwriting/new',
  bordereau: '/underwriting/bordereau',
  slipBordereau: '/underwriting/london/bordereau',
  interchange: '/underwriting/interchange',
  slipNew: '/underwriting/london/new',
  slip: '/underwriting/london/$id',
  slipEdit: '/underwriting/london/$id/edit',
  policy: '/underwriting/$id',
  policyEdit: '/underwriting/$id/edit',
  endorsementNew: '/underwriting/$id/endorse',
  endorsement: '/underwriting/endorsement/$id',
  endorsementEdit: '/underwriting/endorsement/$id/edit',
  claims: '/claims',
  claimRegister: '/claims/register',
  claimResults: '/claims/results',
  largeLosses: '/claims/large',
  claimEvent: '/claims/event/$id',
  claimNew: '/claims/new',
  claim: '/claims/$id',
  claimEdit: '/claims/$id/edit',
  movement: '/claims/movement/$id',
  receivables: '/receivables',
  receiptNew: '/receivables/new',
  receipt: '/receivables/$id',
  receiptEdit: '/receivables/$id/edit',
  receiptPassOn: '/receivables/$id/passon',
  adjustments: '/receivables/adjustments',
  adjustmentNew: '/receivables/adjustments/new',
  adjustment: '/receivables/adjustments/$id',
  adjustmentEdit: '/receivables/adjustments/$id/edit',
  invoices: '/receivables/invoices',
  invoiceNew: '/receivables/invoices/new',
  schedules: '/receivables/invoices/recurring',
  schedule: '/receivables/invoices/recurring/$id',
  invoice: '/receivables/invoices/$id',
  invoiceEdit: '/receivables/invoices/$id/edit',
  bankStatements: '/bank',
  bankStatementNew: '/bank/new',
  bankOpenLines: '/bank/open',
  bankMatched: '/bank/matched',
  bankReconciliation: '/bank/reconciliation',
  bankStatement: '/bank/$id',
  payables: '/payables',
  voucherNew: '/payables/new',
  voucherOther: '/payables/other',
  paymentFiles: '/payables/files',
  paymentFileNew: '/payables/files/new',
  paymentFile: '/payables/files/$id',
  remittanceBatch: '/payables/remittances/$id',
  voucher: '/payables/$id',
  voucherEdit: '/payables/$id/edit',
  facultativeReport: '/facultativereport',
  facultativeReportAll: '/facultativereportall',
  facultativeReportOut: '/facultativereportout',
  payableReport: '/payablereport',
  insolvency: '/insolvencydrill',
  replacements: '/insolvencydrill/replacements',
  replacement: '/insolvencydrill/replacements/$id',
  ageingSummary: '/ageingsummaryreport',
  ageingOverview: '/ageingoverviewreport',
  ageingPayableSummary: '/ageingpayablesummaryreport',
  ageingPayableOverview: '/ageingpayableoverviewreport',
  statementAccounts: '/statements',
  reminders: '/statements/reminders',
  statementBatches: '/statements/batches',
  batches: '/batches',
  batch: '/batches/$id',
  statementBatch: '/statements/batches/$id',
  reconciliations: '/statements/reconciliations',
  reconciliationNew: '/statements/reconciliations/new',
  reconciliation: '/statements/reconciliations/$id',
  renewal: '/renewal',
  monthlyReport: '/monthlyreport',
  budgets: '/budgets',
  brokerage: '/brokerage',
  warranties: '/warranties',
  exposure: '/exposure',
  trialBalance: '/trialbalance',
  taxReturn: '/taxreturn',
  journals: '/journals',
  journalNew: '/journals/new',
  journal: '/journals/$id',
  journalEdit: '/journals/$id/edit',
  ledgerLines: '/trialbalance/lines',
  ledgerAccount: '/trialbalance/account',
  explained: '/explained',
  positions: '/positions',
  clientMoney: '/clientmoney',
  revaluation: '/revaluation',
  ledgerEntry: '/trialbalance/entry/$id',
  user: '/user',
  userOne: '/user/$id',
  account: '/account',
  mailedViews: '/views',
  setting: '/setting',
  importFile: '/setting/import/$target',
  coverType: '/setting/class/$id',
  clause: '/setting/clause/$id',
  /** The former address of a party's page, which leads on to it. */
  partyOfRegister: '/setting/$register/$id',
  clients: '/parties/clients',
  reinsurers: '/parties/reinsurers',
  party: '/parties/$id',
  note: '/notes/$id',
} as const;

/** An address with its id: `atId(paths.receipt, 12)` → "/receivables/12". */
export function atId(path: string, id: number | string): string {
  return path.replace('$id', String(id));
}

/** An address with parameters; empty ones are left out. */
export function withQuery(path: string, query: Readonly<Record<string, string | number | null | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

export const policyHref = (id: number) => `${paths.underwriting}/${id}`;
export const slipHref = (id: number) => atId(paths.slip, id);
/** The page of a policy in its own market. */
export const placementHref = ({ id, market }: { id: number; market: 'LOCAL' | 'LONDON' }) =>
  market === 'LONDON' ? slipHref(id) : policyHref(id);
/** A tab of the page of claims. */
export const claimsTab = (tab: 'recovery' | 'events') => `${paths.claims}?tab=${tab}`;
export const claimHref = (id: number) => atId(paths.claim, id);
export const eventHref = (id: number) => atId(paths.claimEvent, id);
export const movementHref = (id: number) => atId(paths.movement, id);
export const receiptHref = (id: number) => atId(paths.receipt, id);
export const adjustmentHref = (id: number) => atId(paths.adjustment, id);
export const invoiceHref = (id: number) => atId(paths.invoice, id);
export const scheduleHref = (id: number) => atId(paths.schedule, id);
export const journalHref = (id: number) => atId(paths.journal, id);
export const bankStatementHref = (id: number) => atId(paths.bankStatement, id);
export const paymentFileHref = (id: number) => atId(paths.paymentFile, id);
export const remittanceBatchHref = (id: number) => atId(paths.remittanceBatch, id);
export const batchHref = (id: number) => atId(paths.batch, id);
export const statementBatchHref = (id: number) => atId(paths.statementBatch, id);
export const replacementHref = (id: number) => atId(paths.replacement, id);
export const reconciliationHref = (id: number) => atId(paths.reconciliation, id);
export const voucherHref = (id: number) => atId(paths.voucher, id);
export const entryHref = (id: number) => atId(paths.ledgerEntry, id);

export const classHref = (id: number | string) => atId(paths.coverType, id);
export const clauseHref = (id: number) => atId(paths.clause, id);
/** The section of the settings with a register. */
export const sectionHref = (section: string) => `${paths.setting}?section=${section}`;
/** The lists from which records are opened: above the page of each, and offered where a record is missing. */
export const LISTS = {
  policies: { label: 'Underwriting', href: paths.underwriting },
  slips: { label: 'Underwriting', href: `${paths.underwriting}?tab=london` },
  claims: { label: 'Claims', href: paths.claims },
  receipts: { label: 'Receivables', href: paths.receivables },
  adjustments: { label: 'Adjustments', href: paths.adjustments },
  invoices: { label: 'Invoices', href: paths.invoices },
  schedules: { label: 'Recurring', href: paths.schedules },
  bankStatements: { label: 'Bank statements', href: paths.bankStatements },
  reconciliations: { label: 'Reconciliations', href: paths.reconciliations },
  batches: { label: 'Batches', href: paths.batches },
  statementBatches: { label: 'Batches', href: paths.statementBatches },
  vouchers: { label: 'Payables', href: paths.payables },
  paymentFiles: { label: 'Payment files', href: paths.paymentFiles },
  journals: { label: 'Journals', href: paths.journals },
  entries: { label: 'Journal lines', href: paths.ledgerLines },
  users: { label: 'Users', href: paths.user },
  classes: { label: 'Classes and subclasses', href: sectionHref('classes') },
  clauses: { label: 'Clauses', href: sectionHref('clauses') },
  clients: { label: 'Clients', href: paths.clients },
  reinsurers: { label: 'Reinsurers', href: paths.reinsurers },
  settings: { label: 'Settings', href: paths.setting },
} as const;

export const partyHref = (id: number | string) => atId(paths.party, id);
export const noteHref = (id: number) => atId(paths.note, id);
type OpenNote = { id: number; invoice: number | null; policy: { id: number } | null };
/** Where an open note is looked at: on its invoice or its policy; one from another system, which has neither, on its own page. */
export const openNoteHref = ({ id, invoice, policy }: OpenNote): string =>
  invoice !== null ? invoiceHref(invoice) : policy !== null ? policyHref(policy.id) : noteHref(id);

/** The page of a record, which has the name of its kind among the addresses. */
export const recordHref = (kind: KindName, id: number): string => atId(paths[kind], id);

const OPENED = {
  APPROVE: '?do=decide',
  PAY: '?do=pay',
  REJECTED: '',
  NOTIFY: '',
  DECLARE: '',
  DIARY: '?tab=diary',
} as const;

/** The page of a record that waits for somebody, with what it waits for open. */
export const workHref = (kind: KindName, id: number, reason: keyof typeof OPENED): string =>
  `${recordHref(kind, id)}${OPENED[reason]}`;

const LINKED = { ...paths, entry: paths.ledgerEntry, user: paths.userOne } as const;

/** The page of what a cell of a table names. */
export const linkHref = (to: LinkTarget, id: number): string => atId(LINKED[to], id);
