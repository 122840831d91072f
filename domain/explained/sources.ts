/** The lists and reports whose rows are behind figures of others. */
import { source, type Source } from '../tables/behind.ts';
import { ITEMS } from './items.ts';
import { ageingSummary, agedNotesTable, payableAgeingSummary, payableNotesTable } from '../reports/ageing.ts';
import { bankReconciliation, reconciliationTable } from '../reports/bank-reconciliation.ts';
import { paidAhead, paidAheadTable } from '../reports/client-money.ts';
import {
  brokerageOverview,
  facultativeReportItem,
  listLedgerLines,
  premiumOverview,
  SEES_OVERVIEW,
} from '../reports/contract.ts';
import {
  claimSteps,
  claimStepsTable,
  resultClaims,
  resultClaimsTable,
  resultPremiums,
  resultPremiumsTable,
} from '../claims/behind-contract.ts';
import { UNDERWRITING_LABELS } from '../claims/table.ts';
import { brokerageLines, brokerageLinesTable } from '../reports/brokerage.ts';
import { clientMovements, clientMovementsTable } from '../reports/client-movements.ts';
import { EXPOSURE_LABELS, exposedPolicies, exposedTable } from '../reports/exposure.ts';
import { MONTHLY_LABELS } from '../reports/monthly.ts';
import { securityLines, securityLinesTable } from '../reports/security-lines.ts';
import { ledgerAccount, ledgerAccountTable } from '../reports/ledger-account.ts';
import { securityReport, securityStatementTable } from '../reports/security-statement.ts';
import { ledgerTable, productionTable, statementTable } from '../reports/tables.ts';
import { taxDocuments, taxDocumentsTable } from '../reports/tax-return.ts';

export const ACCOUNT = source({ name: 'account', call: ledgerAccount, table: ledgerAccountTable });
export const LINES = source({ name: 'lines', call: listLedgerLines, table: ledgerTable });
export const AGED_NOTES = source({ name: 'aged-notes', call: ageingSummary, table: agedNotesTable });
export const PAYABLE_NOTES = source({ name: 'payable-notes', call: payableAgeingSummary, table: payableNotesTable });
export const STATEMENT = source({ name: 'statement', call: facultativeReportItem, table: statementTable });
export const SECURITY_STATEMENT = source({
  name: 'security-statement',
  call: securityReport,
  table: securityStatementTable,
});
type Production = Source<typeof premiumOverview | typeof brokerageOverview, (typeof productionTable)['columns']>;
export const PREMIUMS: Production = {
  name: 'premium',
  call: premiumOverview,
  table: productionTable,
  needs: SEES_OVERVIEW.premium,
};
export const BROKERAGES: Production = {
  name: 'brokerage',
  call: brokerageOverview,
  table: productionTable,
  needs: SEES_OVERVIEW.brokerage,
};
export const SECURITY_LINES = source({ name: 'security-lines', call: securityLines, table: securityLinesTable });
export const CLIENT_MOVES = source({ name: 'client-movements', call: clientMovements, table: clientMovementsTable });
export const CLAIM_STEPS = source({ name: 'claim-steps', call: claimSteps, table: claimStepsTable });
export const RESULT_CLAIMS = source({ name: 'result-claims', call: resultClaims, table: resultClaimsTable });
export const RESULT_PREMIUMS = source({ name: 'result-premiums', call: resultPremiums, table: resultPremiumsTable });
export const EXPOSED = source({ name: 'exposed', call: exposedPolicies, table: exposedTable });
export const BROKERAGE_LINES = source({ name: 'brokerage-lines', call: brokerageLines, table: brokerageLinesTable });
export const TAXED = source({ name: 'taxed', call: taxDocuments, table: taxDocumentsTable });
export const MATTERS = source({ name: 'matters', call: paidAhead, table: paidAheadTable });

export const RECONCILED_ITEMS = source({
  name: 'reconciliation',
  call: bankReconciliation,
  table: reconciliationTable,
});

const SOURCES: readonly Source[] = [
  ACCOUNT,
  LINES,
  ITEMS,
  AGED_NOTES,
  PAYABLE_NOTES,
  STATEMENT,
  SECURITY_STATEMENT,
  PREMIUMS,
  BROKERAGES,
  SECURITY_LINES,
  CLIENT_MOVES,
  CLAIM_STEPS,
  RESULT_CLAIMS,
  RESULT_PREMIUMS,
  EXPOSED,
  BROKERAGE_LINES,
  TAXED,
  MATTERS,
  RECONCILED_ITEMS,
];

/** What names of rows are called, by what their report is grouped. */
export const GROUP_LABELS: Readonly<Record<string, string>> = {
  ...MONTHLY_LABELS,
  ...EXPOSURE_LABELS,
  ...UNDERWRITING_LABELS,
};

/** The source that an address names. */
export const sourceNamed = (name: string | undefined): Source | undefined => SOURCES.find((one) => one.name === name);
