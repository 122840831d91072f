import * as claims from '../../../domain/claims/report-contract.ts';
import * as contract from '../../../domain/reports/contract.ts';
import { recordDiff } from '../../../domain/reports/versions.ts';
import { serveListing, type Exporting } from '../../platform/exports/serve.ts';
import { serve, type Route } from '../../platform/http/mount.ts';
import { accessLog } from '../../../domain/reports/access-log.ts';
import { accesses } from './trail/access-log.ts';
import { ageing, ageingTotals } from './money/ageing.ts';
import { dueToReinsurers, dueToUs } from './money/due-overview.ts';
import { claimRecovery, openRecoveries } from './claims/claim-recovery.ts';
import { claimRegister } from './claims/claim-register.ts';
import { claimsAgainstPremium } from './claims/claim-underwriting.ts';
import { historyOf } from './trail/history.ts';
import { largeLossReport } from './claims/large-losses.ts';
import { ledger, ledgerEntry } from './money/ledger.ts';
import { metricsOf } from './production/metrics.ts';
import { workOf } from './my-work.ts';
import { brokerage, premium } from './production/production-overview.ts';
import { serveReport } from './report.ts';
import { searchHits } from './search.ts';
import { schedule } from './production/securities.ts';
import { receivableStatement, statement } from './money/statement.ts';
import { diffOf } from './trail/versions.ts';
import { trialBalanceReport } from './money/trial-balance.ts';

/** What is read across records: reports, the ledger, the dashboard, history and search. */
export function reportRoutes(exporting: Exporting): Route[] {
  return [
    serveReport(trialBalanceReport, exporting),
    serveListing(contract.listLedgerLines, ledger, exporting),
    serve(contract.getEntry, ledgerEntry),
    serveReport(ageing, exporting),
    serve(contract.ageingDashboard, (ctx) => ageingTotals(ctx)),
    serveReport(statement, exporting),
    serveReport(receivableStatement, exporting),
    serveReport(schedule, exporting),
    serveListing(contract.premiumOverview, premium, exporting),
    serveListing(contract.brokerageOverview, brokerage, exporting),
    serveListing(contract.dueToUsOverview, dueToUs, exporting),
    serveListing(contract.dueToReinsurersOverview, dueToReinsurers, exporting),
    serve(contract.cumulativeMetricsAdmin, (ctx, { query }) => metricsOf(ctx, query.year)),
    serve(contract.cumulativeMetricsUser, (ctx, { query }) => metricsOf(ctx, query.year)),
    serveListing(claims.claimReport, claimRegister, exporting),
    serveReport(claimsAgainstPremium, exporting),
    serveReport(largeLossReport, exporting),
    serveReport(claimRecovery, exporting),
    serve(claims.recoveryItems, openRecoveries),
    serve(contract.myWork, (ctx) => workOf(ctx)),
    serve(contract.searchRecords, searchHits),
    serve(contract.recordHistory, historyOf),
    serveListing(accessLog, accesses, exporting),
    serve(recordDiff, diffOf),
  ];
}
