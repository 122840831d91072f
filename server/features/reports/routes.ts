import * as contract from '../../../domain/reports/contract.ts';
import { scheduleOfSecurities } from '../../../domain/reports/securities.ts';
import { recordDiff } from '../../../domain/reports/versions.ts';
import { serveExportable } from '../../platform/exports/serve.ts';
import { serve, type Route } from '../../platform/http/mount.ts';
import type { Services } from '../../services.ts';
import { ageingExport, ageingOf, ageingTotals } from './ageing.ts';
import { dueToReinsurersExport, dueToReinsurersOf, dueToUsExport, dueToUsOf } from './due-overview.ts';
import { historyOf } from './history.ts';
import { ledgerEntry, ledgerExport, ledgerPage } from './ledger.ts';
import { metricsOf } from './metrics.ts';
import { workOf } from './my-work.ts';
import { brokerageExport, brokerageOf, premiumExport, premiumOf } from './production-overview.ts';
import { searchHits } from './search.ts';
import { scheduleExport, scheduleOf } from './securities.ts';
import { statementExport, statementOf } from './statement.ts';
import { diffOf } from './versions.ts';
import { trialBalanceExport, trialBalancePage } from './trial-balance.ts';

/** What is read across records: reports, the ledger, the dashboard, history and search. */
export function reportRoutes({ pool }: Pick<Services, 'pool'>): Route[] {
  return [
    serveExportable(contract.trialBalance, trialBalancePage, { pool, table: trialBalanceExport }),
    serveExportable(contract.listLedgerLines, ledgerPage, { pool, table: ledgerExport }),
    serve(contract.getEntry, ledgerEntry),
    serveExportable(contract.ageingOverview, ageingOf, { pool, table: ageingExport }),
    serve(contract.ageingDashboard, (ctx) => ageingTotals(ctx)),
    serveExportable(contract.facultativeReportItem, statementOf, { pool, table: statementExport }),
    serveExportable(contract.facultativeReportItem2, statementOf, { pool, table: statementExport }),
    serveExportable(scheduleOfSecurities, scheduleOf, { pool, table: scheduleExport }),
    serveExportable(contract.premiumOverview, premiumOf, { pool, table: premiumExport }),
    serveExportable(contract.brokerageOverview, brokerageOf, { pool, table: brokerageExport }),
    serveExportable(contract.dueToUsOverview, dueToUsOf, { pool, table: dueToUsExport }),
    serveExportable(contract.dueToReinsurersOverview, dueToReinsurersOf, { pool, table: dueToReinsurersExport }),
    serve(contract.cumulativeMetricsAdmin, (ctx, { query }) => metricsOf(ctx, query.year)),
    serve(contract.cumulativeMetricsUser, (ctx, { query }) => metricsOf(ctx, query.year)),
    serve(contract.myWork, (ctx) => workOf(ctx)),
    serve(contract.searchRecords, searchHits),
    serve(contract.recordHistory, historyOf),
    serve(recordDiff, diffOf),
  ];
}
