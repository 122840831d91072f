import type { Decoded } from '../../../domain/endpoint.ts';
import * as contract from '../../../domain/reconciliations/contract.ts';
import { serveListing, type Exporting } from '../../platform/exports/serve.ts';
import { serve, type PrepareCtx, type Route } from '../../platform/http/mount.ts';
import { serveReport } from '../reports/report.ts';
import { assertMayReconcile, chooseLine, finish, keepReason, previewOf, reopen, saveStatement } from './actions.ts';
import { reconciliation, reconciliations } from './queries.ts';
import { readUpload, type TheirUpload } from './their-file.ts';

/** A caller who may not reconcile here is refused before the file is read. */
async function reading(
  ctx: PrepareCtx,
  { query, body }: Pick<Decoded<typeof contract.saveReconciliation>, 'query' | 'body'>,
) {
  assertMayReconcile(ctx);
  return readUpload(query, body);
}

/** Statements of parties held against ours: the calls under /reconciliation. */
export function reconciliationRoutes(exporting: Exporting): Route[] {
  return [
    serve(
      contract.previewReconciliation,
      (ctx, { query }, upload) => previewOf(ctx, query, upload as TheirUpload),
      reading,
    ),
    serve(
      contract.saveReconciliation,
      (ctx, { query }, upload) => saveStatement(ctx, query, upload as TheirUpload),
      reading,
    ),
    serveListing(contract.listReconciliations, reconciliations, exporting),
    serveReport(reconciliation, exporting),
    serve(contract.chooseDocument, chooseLine),
    serve(contract.setReason, keepReason),
    serve(contract.finishReconciliation, finish),
    serve(contract.reopenReconciliation, reopen),
  ];
}
