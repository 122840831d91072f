/** The lists and reports whose rows are behind figures of others. */
import type { Source } from '../tables/behind.ts';
import { ageingSummary, agedNotesTable, payableAgeingSummary, payableNotesTable } from '../reports/ageing.ts';
import { bankReconciliation, reconciliationTable } from '../reports/bank-reconciliation.ts';
import { paidAhead, paidAheadTable } from '../reports/client-money.ts';
import { brokerageOverview, facultativeReportItem, listLedgerLines, premiumOverview } from '../reports/contract.ts';
import {
  claimSteps,
  claimStepsTable,
  resultClaims,
  resultClaimsTable,
  resultPremiums,
  resultPremiumsTable,
} from '../claims/behind-contract.ts';
import { brokerageLines, brokerageLinesTable } from '../reports/brokerage.ts';
import { clientMovements, clientMovementsTable } from '../reports/client-movements.ts';
import { exposedPolicies, exposedTable } from '../reports/exposure.ts';
import { securityLines, securityLinesTable } from '../reports/security-lines.ts';
import { itemMovements, itemMovementsTable } from '../reports/item-movements.ts';
import { ledgerAccount, ledgerAccountTable } from '../reports/ledger-account.ts';
import { securityReport, securityStatementTable } from '../reports/security-statement.ts';
import { ledgerTable, productionTable, statementTable } from '../reports/tables.ts';
import { taxDocuments, taxDocumentsTable } from '../reports/tax-return.ts';

const source = <S extends Source>(of: S): S => of;

export const ACCOUNT = source({ call: ledgerAccount, table: ledgerAccountTable });
export const LINES = source({ call: listLedgerLines, table: ledgerTable });
export const ITEMS = source({ call: itemMovements, table: itemMovementsTable });
export const AGED_NOTES = source({ call: ageingSummary, table: agedNotesTable });
export const PAYABLE_NOTES = source({ call: payableAgeingSummary, table: payableNotesTable });
export const STATEMENT = source({ call: facultativeReportItem, table: statementTable });
export const SECURITY_STATEMENT = source({ call: securityReport, table: securityStatementTable });
type Production = Source<typeof premiumOverview | typeof brokerageOverview, (typeof productionTable)['columns']>;
export const PREMIUMS: Production = { call: premiumOverview, table: productionTable, needs: 'reports.production' };
export const BROKERAGES: Production = { call: brokerageOverview, table: productionTable, needs: 'reports.money' };
export const SECURITY_LINES = source({ call: securityLines, table: securityLinesTable });
export const CLIENT_MOVES = source({ call: clientMovements, table: clientMovementsTable });
export const CLAIM_STEPS = source({ call: claimSteps, table: claimStepsTable });
export const RESULT_CLAIMS = source({ call: resultClaims, table: resultClaimsTable });
export const RESULT_PREMIUMS = source({ call: resultPremiums, table: resultPremiumsTable });
export const EXPOSED = source({ call: exposedPolicies, table: exposedTable });
export const BROKERAGE_LINES = source({ call: brokerageLines, table: brokerageLinesTable });
export const TAXED = source({ call: taxDocuments, table: taxDocumentsTable });
export const MATTERS = source({ call: paidAhead, table: paidAheadTable });

export const RECONCILED_ITEMS = source({ call: bankReconciliation, table: reconciliationTable });

/** By the names that addresses have. */
export const SOURCES = {
  account: ACCOUNT,
  lines: LINES,
  items: ITEMS,
  'aged-notes': AGED_NOTES,
  'payable-notes': PAYABLE_NOTES,
  statement: STATEMENT,
  'security-statement': SECURITY_STATEMENT,
  premium: PREMIUMS,
  brokerage: BROKERAGES,
  'security-lines': SECURITY_LINES,
  'client-movements': CLIENT_MOVES,
  'claim-steps': CLAIM_STEPS,
  'result-claims': RESULT_CLAIMS,
  'result-premiums': RESULT_PREMIUMS,
  exposed: EXPOSED,
  'brokerage-lines': BROKERAGE_LINES,
  taxed: TAXED,
  matters: MATTERS,
  reconciliation: RECONCILED_ITEMS,
} as const satisfies Record<string, Source>;
export type SourceName = keyof typeof SOURCES;
