import * as contract from '../../../domain/slips/contract.ts';
import { isComplete } from '../../../domain/slips/check.ts';
import { serveExportable } from '../../platform/exports/serve.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { type Route, serve } from '../../platform/http/mount.ts';
import type { Services } from '../../services.ts';
import { storeDocument, storeSeveral } from '../documents/store.ts';
import { decide, disable, stepRoutes } from '../steps.ts';
import { SLIP_STEPS } from '../placements/actions.ts';
import { slipPlans } from '../papers/placements.ts';
import { reinsuredPlans } from '../papers/endorsements.ts';
import { policyLookup } from '../placements/lists.ts';
import { policyPreview } from '../placements/preview.ts';
import { renderingIn } from '../placements/routes.ts';
import { londonCoverNotePlans, londonRSlipPlans, mrcSlipPlans, slipCreditNotePlans } from '../papers/slips.ts';
import { slips } from './lists.ts';
import { findingsOfSlip, slipRecord } from './record.ts';
import { slipCoverNoteExport, slipCoverNoteReport, slipReport, slipReportExport } from '../papers/slip-reports.ts';
import { recordSigning } from './signing.ts';
import { editSlip, saveSlip } from './actions.ts';

/** One document where one security was named, else all of them; as one file to who accepts a PDF. */
async function storeNamed(ctx: Ctx, security: string | undefined, made: unknown) {
  return (security ?? '').trim() === '' ? storeSeveral(ctx, made) : storeDocument(ctx, made);
}

function readRoutes(services: Services): Route[] {
  return [
    serveExportable(contract.listSlips, slips.page, { pool: services.pool, table: slips.file }),
    serve(contract.findAllSlips, (ctx, { query }) => policyLookup(ctx, query, 'LONDON')),
    serve(contract.findSlipsByBranch, (ctx, { query }) => policyLookup(ctx, query, 'LONDON')),
    serve(contract.findSlipsByReinsured, (ctx, { query }) => policyLookup(ctx, query, 'LONDON')),
    serveExportable(contract.londonSlipReport, (ctx, { query }) => slipReport(ctx, query.id), {
      pool: services.pool,
      table: (ctx, { query }) => slipReportExport(ctx, query.id),
    }),
    serveExportable(contract.londonSlipCoverNoteReport, (ctx, { query }) => slipCoverNoteReport(ctx, query.id), {
      pool: services.pool,
      table: (ctx, { query }) => slipCoverNoteExport(ctx, query.id),
    }),
    serve(contract.getSlip, (ctx, { params }) => slipRecord(ctx, params.id)),
    serve(contract.checkSlip, async (ctx, { params }) => {
      const findings = await findingsOfSlip(ctx, params.id);
      return { complete: isComplete(findings), findings };
    }),
    serve(contract.previewSlip, async (ctx, { params }) => ({
      ...(await policyPreview(ctx, params.id, 'LONDON')),
      findings: await findingsOfSlip(ctx, params.id),
    })),
  ];
}

function writeRoutes(): Route[] {
  return [
    serve(contract.saveSlip, (ctx, { body }) => saveSlip(ctx, body)),
    serve(contract.editSlip, (ctx, { body }) => editSlip(ctx, body)),
    ...stepRoutes(SLIP_STEPS, { submit: contract.submitSlip, withdraw: contract.withdrawSlip }),
    serve(contract.approveSlip, (ctx, input) => decide(ctx, SLIP_STEPS, input)),
    serve(contract.disableSlip, (ctx, input) => disable(ctx, SLIP_STEPS, input)),
    serve(contract.recordSigning, recordSigning),
  ];
}

function documentRoutes(services: Services): Route[] {
  const made = renderingIn(services, 'LONDON');
  return [
    serve(contract.makeSlipDebitNote, (ctx, _input, done) => storeDocument(ctx, done), made(reinsuredPlans)),
    serve(
      contract.makeSlipCreditNote,
      (ctx, { query }, done) => storeNamed(ctx, query.security, done),
      made(slipCreditNotePlans),
    ),
    serve(contract.makeMrcSlip, (ctx, _input, done) => storeDocument(ctx, done), made(mrcSlipPlans)),
    serve(contract.makeSlipReinsuranceSlip, (ctx, _input, done) => storeDocument(ctx, done), made(slipPlans)),
    serve(contract.makeSlipCoverNote, (ctx, _input, done) => storeDocument(ctx, done), made(londonCoverNotePlans)),
    serve(
      contract.makeLondonRSlip,
      (ctx, { query }, done) => storeNamed(ctx, query.security, done),
      made(londonRSlipPlans),
    ),
  ];
}

/** London slips: the calls under /londonslip. */
export function slipRoutes(services: Services): Route[] {
  return [...readRoutes(services), ...writeRoutes(), ...documentRoutes(services)];
}
