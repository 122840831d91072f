import * as contract from '../../../domain/statements/contract.ts';
import { serveListing, type Exporting } from '../../platform/exports/serve.ts';
import { serve, type Route } from '../../platform/http/mount.ts';
import { serveReport } from '../reports/report.ts';
import { accounts } from './account.ts';
import { batch, batches, cancelBatch, sheetFile, startBatch } from './batches.ts';

/** Statements of account made and mailed together: the calls under /statements. */
export function statementRoutes(exporting: Exporting): Route[] {
  return [
    serveReport(accounts, exporting),
    serve(contract.startStatements, startBatch),
    serveListing(contract.listStatementBatches, batches, exporting),
    serveReport(batch, exporting),
    serve(contract.cancelStatements, (ctx, { params }) => cancelBatch(ctx, params.id)),
    serve(contract.statementSheet, (ctx, { params }) => sheetFile(ctx, params.id)),
  ];
}
