import { makeEndorsementSlip } from '../../../domain/endorsements/contract.ts';
import * as papers from '../../../domain/placements/documents.ts';
import type { Market } from '../../../domain/placements/figures.ts';
import * as contract from '../../../domain/slips/contract.ts';
import { type Exporting, serveListing } from '../../platform/exports/serve.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { serve, type Route } from '../../platform/http/mount.ts';
import type { Services } from '../../services.ts';
import { rendering, storeDocument, storeSeveral, type DocumentPlan } from '../documents/store.ts';
import { endorsementSlipPlans, reinsuredPlans, securitiesPlans } from './endorsements.ts';
import { policyNamed } from './endorsement-lines.ts';
import { coverNotePlans, type PaperRequest, slipPlans } from './placements.ts';
import { slipCoverNoteReport, slipReport } from './slip-reports.ts';
import { londonCoverNotePlans, londonRSlipPlans, mrcSlipPlans, slipCreditNotePlans } from './slips.ts';

/** The `prepare` of a call that makes documents of one market's policies. */
function renderingIn(services: Services, market: Market) {
  return <A extends { market: Market }>(plansOf: (ctx: Ctx, request: A) => Promise<DocumentPlan[]>) =>
    rendering(services, (ctx, query: Omit<A, 'market'>) => plansOf(ctx, { ...query, market } as A));
}

/** The plans of a paper of a policy's terms; an endorsement's id means its policy as it stands. */
const ofPolicy =
  <A extends PaperRequest>(plansOf: (ctx: Ctx, request: A) => Promise<DocumentPlan[]>) =>
  async (ctx: Ctx, request: A) =>
    plansOf(ctx, await policyNamed(ctx, request));

/** One document where one security was named, else all of them; as one file where the caller accepts a PDF. */
async function storeNamed(ctx: Ctx, security: string | undefined, made: unknown) {
  return (security ?? '').trim() === '' ? storeSeveral(ctx, made) : storeDocument(ctx, made);
}

function localRoutes(services: Services): Route[] {
  const made = renderingIn(services, 'LOCAL');
  return [
    serve(papers.makeDebitNote, (ctx, _input, made) => storeDocument(ctx, made), made(reinsuredPlans)),
    serve(papers.makeCreditNotes, (ctx, _input, made) => storeSeveral(ctx, made), made(securitiesPlans)),
    serve(papers.makeReinsuranceSlip, (ctx, _input, made) => storeDocument(ctx, made), made(ofPolicy(slipPlans))),
    serve(papers.makeCoverNote, (ctx, _input, made) => storeDocument(ctx, made), made(ofPolicy(coverNotePlans))),
  ];
}

function londonRoutes(services: Services & Exporting): Route[] {
  const made = renderingIn(services, 'LONDON');
  return [
    serveListing(contract.londonSlipReport, slipReport, services),
    serveListing(contract.londonSlipCoverNoteReport, slipCoverNoteReport, services),
    serve(contract.makeSlipDebitNote, (ctx, _input, done) => storeDocument(ctx, done), made(reinsuredPlans)),
    serve(
      contract.makeSlipCreditNote,
      (ctx, { query }, done) => storeNamed(ctx, query.security, done),
      made(slipCreditNotePlans),
    ),
    serve(contract.makeMrcSlip, (ctx, _input, done) => storeDocument(ctx, done), made(ofPolicy(mrcSlipPlans))),
    serve(contract.makeSlipReinsuranceSlip, (ctx, _input, done) => storeDocument(ctx, done), made(ofPolicy(slipPlans))),
    serve(
      contract.makeSlipCoverNote,
      (ctx, _input, done) => storeDocument(ctx, done),
      made(ofPolicy(londonCoverNotePlans)),
    ),
    serve(
      contract.makeLondonRSlip,
      (ctx, { query }, done) => storeNamed(ctx, query.security, done),
      made(ofPolicy(londonRSlipPlans)),
    ),
  ];
}

/** The papers of placements and endorsements of both markets, and the data behind those of London. */
export function paperRoutes(services: Services & Exporting): Route[] {
  return [
    ...localRoutes(services),
    ...londonRoutes(services),
    serve(
      makeEndorsementSlip,
      (ctx, _input, made) => storeDocument(ctx, made),
      rendering(services, endorsementSlipPlans),
    ),
  ];
}
