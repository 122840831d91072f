import * as contract from '../../../domain/reports/contract.ts';
import { recordDiff } from '../../../domain/reports/versions.ts';
import { serve, type Route } from '../../platform/http/mount.ts';
import type { Services } from '../../services.ts';
import { ageing, ageingTotals } from './ageing.ts';
import { dueToReinsurers, dueToUs } from './due-overview.ts';
import { historyOf } from './history.ts';
import { ledger, ledgerEntry } from './ledger.ts';
import { metricsOf } from './metrics.ts';
import { workOf } from './my-work.ts';
import { brokerage, premium } from './production-overview.ts';
import { serveReport } from './report.ts';
import { searchHits } from './search.ts';
import { schedule } from './securities.ts';
import { receivableStatement, statement } from './statement.ts';
import { diffOf } from './versions.ts';
import { trialBalanceReport } from './trial-balance.ts';

/** What is read across records: reports, the ledger, the dashboard, history and search. */
export function reportRoutes(services: Services): Route[] {
  return [
    serveReport(trialBalanceReport, services),
    serveReport(ledger, services),
    serve(contract.getEntry, ledgerEntry),
    serveReport(ageing, services),
    serve(contract.ageingDashboard, (ctx) => ageingTotals(ctx)),
    serveReport(statement, services),
    serveReport(receivableStatement, services),
    serveReport(schedule, services),
    serveReport(premium, services),
    serveReport(brokerage, services),
    serveReport(dueToUs, services),
    serveReport(dueToReinsurers, services),
    serve(contract.cumulativeMetricsAdmin, (ctx, { query }) => metricsOf(ctx, query.year)),
    serve(contract.cumulativeMetricsUser, (ctx, { query }) => metricsOf(ctx, query.year)),
    serve(contract.myWork, (ctx) => workOf(ctx)),
    serve(contract.searchRecords, searchHits),
    serve(contract.recordHistory, historyOf),
    serve(recordDiff, diffOf),
  ];
}
