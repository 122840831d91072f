import * as contract from '../../../domain/replacements/contract.ts';
import { serveListing, type Exporting } from '../../platform/exports/serve.ts';
import { serve, type Route } from '../../platform/http/mount.ts';
import { serveReport } from '../reports/report.ts';
import { replacementBatches, replacements, startedReplacement, stoppedReplacement } from './batches.ts';
import { plannedReplacement } from './plan.ts';

/** One security's line replaced by others on many policies: the calls under /securities/replacement. */
export function replacementRoutes(services: Exporting): Route[] {
  return [
    serve(contract.planReplacement, plannedReplacement),
    serve(contract.startReplacement, startedReplacement),
    serveListing(contract.listReplacements, replacementBatches, services),
    serveReport(replacements, services),
    serve(contract.cancelReplacement, (ctx, { params }) => stoppedReplacement(ctx, params.id)),
  ];
}
