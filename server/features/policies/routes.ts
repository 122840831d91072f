import * as contract from '../../../domain/policies/contract.ts';
import { serveExportable } from '../../platform/exports/serve.ts';
import { serve, type Route } from '../../platform/http/mount.ts';
import { decidePolicy, disablePolicy, editPolicy, savePolicy, submitPolicy, withdrawPolicy } from './actions.ts';
import { rendering, storeDocument, storeDocuments } from '../documents/store.ts';
import type { Services } from '../../services.ts';
import { coverNotePlans, creditNotePlans, debitNotePlans, slipPlans } from './documents.ts';
import { policyExport, policyLookup, policyPage } from './lists.ts';
import { policyPreview } from './preview.ts';
import { policyRecord } from './record.ts';

/** Local policies: the calls under /underwriting. */
export function policyRoutes(services: Services): Route[] {
  return [
    serveExportable(contract.listPolicies, policyPage, { pool: services.pool, table: policyExport }),
    serve(contract.findAllPolicies, (ctx, { query }) => policyLookup(ctx, query)),
    serve(contract.findPoliciesByBranch, (ctx, { query }) => policyLookup(ctx, query)),
    serve(contract.findPoliciesByReinsured, (ctx, { query }) => policyLookup(ctx, query)),
    serve(contract.getPolicy, (ctx, { params }) => policyRecord(ctx, params.id)),
    serve(contract.savePolicy, savePolicy),
    serve(contract.editPolicy, editPolicy),
    serve(contract.submitPolicy, (ctx, { params, body }) =>
      submitPolicy(ctx, { id: params.id, version: body?.version }),
    ),
    serve(contract.withdrawPolicy, (ctx, { params, body }) =>
      withdrawPolicy(ctx, { id: params.id, version: body?.version }),
    ),
    serve(contract.previewPolicy, (ctx, { params }) => policyPreview(ctx, params.id)),
    serve(contract.approvePolicy, decidePolicy),
    serve(contract.disablePolicy, (ctx, { params, query, body }) =>
      disablePolicy(ctx, { id: params.id, version: body?.version, reason: body?.reason ?? query.reason }),
    ),
    serve(contract.makeDebitNote, (ctx, _input, made) => storeDocument(ctx, made), rendering(services, debitNotePlans)),
    serve(
      contract.makeCreditNotes,
      (ctx, _input, made) => storeDocuments(ctx, made),
      rendering(services, creditNotePlans),
    ),
    serve(
      contract.makeReinsuranceSlip,
      (ctx, _input, made) => storeDocument(ctx, made),
      rendering(services, slipPlans),
    ),
    serve(contract.makeCoverNote, (ctx, _input, made) => storeDocument(ctx, made), rendering(services, coverNotePlans)),
  ];
}
