import * as contract from '../../../domain/policies/contract.ts';
import { serve, type Route } from '../../platform/http/mount.ts';
import { decidePolicy, disablePolicy, editPolicy, savePolicy, submitPolicy, withdrawPolicy } from './actions.ts';
import { policyLookup, policyPage } from './lists.ts';
import { policyPreview } from './preview.ts';
import { policyRecord } from './record.ts';

/** Local policies: the calls under /underwriting. */
export function policyRoutes(): Route[] {
  return [
    serve(contract.listPolicies, policyPage),
    serve(contract.findAllPolicies, (ctx, { query }) => policyLookup(ctx, query)),
    serve(contract.findPoliciesByBranch, (ctx, { query }) => policyLookup(ctx, query)),
    serve(contract.findPoliciesByReinsured, (ctx, { query }) => policyLookup(ctx, query)),
    serve(contract.getPolicy, (ctx, { params }) => policyRecord(ctx, params.id)),
    serve(contract.savePolicy, savePolicy),
    serve(contract.editPolicy, editPolicy),
    serve(contract.submitPolicy, (ctx, { params, body }) => submitPolicy(ctx, { id: params.id, version: body?.version })),
    serve(contract.withdrawPolicy, (ctx, { params, body }) => withdrawPolicy(ctx, { id: params.id, version: body?.version })),
    serve(contract.previewPolicy, (ctx, { params }) => policyPreview(ctx, params.id)),
    serve(contract.approvePolicy, decidePolicy),
    serve(contract.disablePolicy, (ctx, { params, query, body }) =>
      disablePolicy(ctx, { id: params.id, version: body?.version, reason: body?.reason ?? query.reason }),
    ),
  ];
}
