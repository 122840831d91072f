import { recordHistory } from '../../../domain/reports/history.ts';
import { searchRecords } from '../../../domain/reports/search.ts';
import { myWork } from '../../../domain/reports/work.ts';
import * as ageingCalls from '../../../domain/reports/ageing.ts';
import * as claims from '../../../domain/claims/report-contract.ts';
import * as contract from '../../../domain/reports/contract.ts';
import { itemMovements as itemMovementsCall } from '../../../domain/reports/item-movements.ts';
import { ledgerAccount as ledgerAccountCall } from '../../../domain/reports/ledger-account.ts';
import * as desks from '../../../domain/reports/desks.ts';
import * as metrics from '../../../domain/reports/metrics.ts';
import { recordDiff } from '../../../domain/reports/versions.ts';
import { serveListing, type Exporting } from '../../platform/exports/serve.ts';
import { serve, type Route } from '../../platform/http/mount.ts';
import { accessLog } from '../../../domain/reports/access-log.ts';
import { claimsDeskOf } from './desks/claims.ts';
import { moneyDeskOf } from './desks/money.ts';
import { underwritingDeskOf } from './desks/underwriting.ts';
import { accesses } from './trail/access-log.ts';
import { ageing, ageingTotals } from './money/ageing.ts';
import { ageingByNote } from './money/ageing-notes.ts';
import { dueFigures, dueToReinsurers, dueToUs } from './money/due-overview.ts';
import { payableAgeing, payableAgeingByNote } from './money/payable-ageing.ts';
import { claimRecovery, openRecoveries } from './claims/claim-recovery.ts';
import { claimRegister, claimRegisterTotals } from './claims/claim-register.ts';
import { claimsAgainstPremium, claimsOfResult, premiumsOfResult } from './claims/claim-underwriting.ts';
import { recordLinks } from '../../../domain/reports/linked.ts';
import { historyOf } from './trail/history.ts';
import { linksOf } from './trail/linked.ts';
import { largeLossReport } from './claims/large-losses.ts';
import { itemMovements } from './money/item-movements.ts';
import { ledger, ledgerEntry } from './money/ledger.ts';
import { ledgerAccount } from './money/ledger-account.ts';
import { marketReport } from './production/markets.ts';
import { serveJournal } from './money/journal.ts';
import { brokerageLines, brokerageReport } from './production/brokerage.ts';
import { exposedReport } from './production/exposed.ts';
import { exposureReport } from './production/exposure.ts';
import { metricsOf, metricsToDate } from './production/metrics.ts';
import { monthlyProduction } from './production/monthly.ts';
import { workOf } from './my-work.ts';
import { serveChanges } from './watch-changes.ts';
import { brokerage, premium, producedFigures } from './production/production-overview.ts';
import { serveReport } from './report.ts';
import { searchHits } from './search.ts';
import { schedule } from './production/securities.ts';
import { clientMovements } from './money/client-movements.ts';
import { stepsOfClaim } from './claims/claim-steps.ts';
import { clientAccounts, clientMoney, paidAhead } from './money/client-money.ts';
import { reconciliation } from './money/bank-reconciliation.ts';
import { outstanding } from './money/outstanding.ts';
import { countedWarranties, warranties } from './production/warranties.ts';
import { linesOfSecurities, summaryOfSecurities } from './money/securities-summary.ts';
import { securityStatement } from './money/security-statement.ts';
import { allReceivableStatements, allStatements, receivableStatement, statement } from './money/statement.ts';
import { diffOf } from './trail/versions.ts';
import { taxReturn, taxReturnDocuments } from './money/tax-return.ts';
import { trialBalanceReport } from './money/trial-balance.ts';

/** What is read across records: reports, the ledger, the dashboard, history and search. */
export function reportRoutes(exporting: Exporting & { watchesFor?: number }): Route[] {
  return [
    serveReport(trialBalanceReport, exporting),
    serveListing(contract.listLedgerLines, ledger, exporting),
    serveListing(ledgerAccountCall, ledgerAccount, exporting),
    serveListing(itemMovementsCall, itemMovements, exporting),
    serve(contract.getEntry, ledgerEntry),
    serveJournal(exporting),
    serveReport(ageing, exporting),
    serve(ageingCalls.ageingDashboard, (ctx) => ageingTotals(ctx)),
    serveReport(ageingByNote, exporting),
    serveReport(payableAgeing, exporting),
    serveReport(payableAgeingByNote, exporting),
    serveReport(statement, exporting),
    serveReport(receivableStatement, exporting),
    serveReport(allStatements, exporting),
    serveReport(allReceivableStatements, exporting),
    serveReport(outstanding, exporting),
    serveReport(taxReturn, exporting),
    serveReport(taxReturnDocuments, exporting),
    serveReport(clientMoney, exporting),
    serveReport(clientAccounts, exporting),
    serveReport(paidAhead, exporting),
    serveReport(reconciliation, exporting),
    serveReport(securityStatement, exporting),
    serveReport(summaryOfSecurities, exporting),
    serveReport(linesOfSecurities, exporting),
    serveReport(clientMovements, exporting),
    serveReport(schedule, exporting),
    serveListing(contract.premiumOverview, premium, exporting),
    serveListing(contract.brokerageOverview, brokerage, exporting),
    serveListing(contract.dueToUsOverview, dueToUs, exporting),
    serveListing(contract.dueToReinsurersOverview, dueToReinsurers, exporting),
    serve(contract.dashboardFigures, async (ctx) => {
      const [produced, due] = await Promise.all([producedFigures(ctx), dueFigures(ctx)]);
      return { base_currency: ctx.firm.baseCurrency, ...produced, ...due };
    }),
    serve(metrics.cumulativeMetricsAdmin, (ctx, { query }) => metricsOf(ctx, query.year)),
    serve(metrics.cumulativeMetricsUser, (ctx, { query }) => metricsOf(ctx, query.year)),
    serve(metrics.cumulativeMetrics, (ctx) => metricsToDate(ctx)),
    serveListing(metrics.marketProduction, marketReport, exporting),
    serveListing(metrics.marketProductionUser, marketReport, exporting),
    serveReport(monthlyProduction, exporting),
    serveReport(brokerageReport, exporting),
    serveReport(brokerageLines, exporting),
    serveReport(warranties, exporting),
    serveReport(exposureReport, exporting),
    serveReport(exposedReport, exporting),
    serveListing(claims.claimReport, claimRegister, exporting),
    serve(claims.claimReportTotals, claimRegisterTotals),
    serveReport(stepsOfClaim, exporting),
    serveReport(claimsAgainstPremium, exporting),
    serveReport(claimsOfResult, exporting),
    serveReport(premiumsOfResult, exporting),
    serveReport(largeLossReport, exporting),
    serveReport(claimRecovery, exporting),
    serve(claims.recoveryItems, openRecoveries),
    serve(myWork, (ctx) => workOf(ctx)),
    serveChanges(exporting),
    serve(desks.claimsDesk, claimsDeskOf),
    serve(desks.moneyDesk, moneyDeskOf),
    serve(desks.countWarranties, countedWarranties),
    serve(desks.underwritingDesk, underwritingDeskOf),
    serve(searchRecords, searchHits),
    serve(recordLinks, linksOf),
    serve(recordHistory, historyOf),
    serveListing(accessLog, accesses, exporting),
    serve(recordDiff, diffOf),
  ];
}
