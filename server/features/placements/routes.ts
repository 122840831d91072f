import * as contract from '../../../domain/placements/contract.ts';
import * as decisions from '../../../domain/placements/decisions.ts';
import * as lists from '../../../domain/placements/lists.ts';
import { serveListing, type Exporting } from '../../platform/exports/serve.ts';
import { serve, type Route } from '../../platform/http/mount.ts';
import { decide, disable, stepRoutes } from '../steps.ts';
import { editPolicy, POLICY_STEPS, savePolicy } from './actions.ts';
import { policies, policyLookup } from './lists.ts';
import { policyPreview } from './preview.ts';
import { policyRecord } from './record.ts';
import { sameNumber } from './same-number.ts';

/** Local policies: the calls under /underwriting. */
export function policyRoutes(exporting: Exporting): Route[] {
  return [
    serveListing(lists.listPolicies, policies, exporting),
    serve(lists.findAllPolicies, (ctx, { query }) => policyLookup(ctx, query, 'LOCAL')),
    serve(lists.findPoliciesByBranch, (ctx, { query }) => policyLookup(ctx, query, 'LOCAL')),
    serve(lists.findPoliciesByReinsured, (ctx, { query }) => policyLookup(ctx, query, 'LOCAL')),
    serveListing(lists.findSpecificsByReinsured, policies, exporting),
    // Of either market, as the number is.
    serve(contract.sameNumber, (ctx, { query }) => sameNumber(ctx, query)),
    // Of either market, so that an id alone (of a note, a journal entry) finds its policy.
    serve(contract.getPolicy, (ctx, { params, query }) => policyRecord(ctx, params.id, query)),
    serve(contract.savePolicy, (ctx, { body }) => savePolicy(ctx, body)),
    serve(contract.editPolicy, (ctx, { body }) => editPolicy(ctx, body)),
    ...stepRoutes(POLICY_STEPS, { submit: decisions.submitPolicy, withdraw: decisions.withdrawPolicy }),
    serve(decisions.previewPolicy, (ctx, { params, query }) =>
      policyPreview(ctx, params.id, { market: 'LOCAL', chosen: query.posting_day }),
    ),
    serve(decisions.approvePolicy, (ctx, input) => decide(ctx, POLICY_STEPS, input)),
    serve(decisions.disablePolicy, (ctx, input) => disable(ctx, POLICY_STEPS, input)),
  ];
}
