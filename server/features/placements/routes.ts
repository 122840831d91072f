import * as contract from '../../../domain/placements/contract.ts';
import * as papers from '../../../domain/placements/documents.ts';
import { serveExportable } from '../../platform/exports/serve.ts';
import type { Market } from '../../../domain/placements/figures.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { serve, type Route } from '../../platform/http/mount.ts';
import { decide, disable, stepRoutes } from '../steps.ts';
import { editPolicy, POLICY_STEPS, savePolicy } from './actions.ts';
import { rendering, storeDocument, storeSeveral, type DocumentPlan } from '../documents/store.ts';
import type { Services } from '../../services.ts';
import { coverNotePlans, slipPlans } from '../papers/placements.ts';
import { reinsuredPlans, securitiesPlans } from '../papers/endorsements.ts';
import { policies, policyLookup } from './lists.ts';
import { policyPreview } from './preview.ts';
import { policyRecord } from './record.ts';

/** The `prepare` of a call that makes documents of one market's policies. */
export function renderingIn(services: Services, market: Market) {
  return <A extends { market: Market }>(plansOf: (ctx: Ctx, asked: A) => Promise<DocumentPlan[]>) =>
    rendering(services, (ctx, query: Omit<A, 'market'>) => plansOf(ctx, { ...query, market } as A));
}

/** Local policies: the calls under /underwriting. */
export function policyRoutes(services: Services): Route[] {
  const made = renderingIn(services, 'LOCAL');
  return [
    serveExportable(contract.listPolicies, policies.page, { pool: services.pool, table: policies.file }),
    serve(contract.findAllPolicies, (ctx, { query }) => policyLookup(ctx, query, 'LOCAL')),
    serve(contract.findPoliciesByBranch, (ctx, { query }) => policyLookup(ctx, query, 'LOCAL')),
    serve(contract.findPoliciesByReinsured, (ctx, { query }) => policyLookup(ctx, query, 'LOCAL')),
    serveExportable(contract.findSpecificsByReinsured, policies.page, { pool: services.pool, table: policies.file }),
    // Of either market, so that whoever has an id alone (a note, a journal entry) finds its policy.
    serve(contract.getPolicy, (ctx, { params, query }) => policyRecord(ctx, params.id, query)),
    serve(contract.savePolicy, (ctx, { body }) => savePolicy(ctx, body)),
    serve(contract.editPolicy, (ctx, { body }) => editPolicy(ctx, body)),
    ...stepRoutes(POLICY_STEPS, { submit: contract.submitPolicy, withdraw: contract.withdrawPolicy }),
    serve(contract.previewPolicy, (ctx, { params }) => policyPreview(ctx, params.id, 'LOCAL')),
    serve(contract.approvePolicy, (ctx, input) => decide(ctx, POLICY_STEPS, input)),
    serve(contract.disablePolicy, (ctx, input) => disable(ctx, POLICY_STEPS, input)),
    serve(papers.makeDebitNote, (ctx, _input, made) => storeDocument(ctx, made), made(reinsuredPlans)),
    serve(papers.makeCreditNotes, (ctx, _input, made) => storeSeveral(ctx, made), made(securitiesPlans)),
    serve(papers.makeReinsuranceSlip, (ctx, _input, made) => storeDocument(ctx, made), made(slipPlans)),
    serve(papers.makeCoverNote, (ctx, _input, made) => storeDocument(ctx, made), made(coverNotePlans)),
  ];
}
