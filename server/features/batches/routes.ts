import * as contract from '../../../domain/batches/contract.ts';
import { serveListing, type Exporting } from '../../platform/exports/serve.ts';
import { serve, type Route } from '../../platform/http/mount.ts';
import { serveReport } from '../reports/report.ts';
import { batch, batches, startedBatch, stoppedBatch } from './batches.ts';
import { plannedPapers, startedPapers } from './papers.ts';
import { plannedBatch } from './plan.ts';
import type { Routes } from './step-calls.ts';

/** Records that are submitted, approved or have their papers sent together: the calls under /batch. */
export function batchRoutes(services: Exporting, routes: Routes): Route[] {
  return [
    serve(contract.planBatch, (ctx, input) => plannedBatch(ctx, routes, input)),
    serve(contract.startBatch, (ctx, input) => startedBatch(ctx, routes, input)),
    serve(contract.planPapers, plannedPapers),
    serve(contract.sendPapers, startedPapers),
    serveListing(contract.listRecordBatches, batches, services),
    serveReport(batch, services),
    serve(contract.stopBatch, (ctx, { params }) => stoppedBatch(ctx, params.id)),
  ];
}
