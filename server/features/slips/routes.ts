import * as contract from '../../../domain/slips/contract.ts';
import * as decisions from '../../../domain/slips/decisions.ts';
import { isComplete } from '../../../domain/slips/check.ts';
import { serveListing, type Exporting } from '../../platform/exports/serve.ts';
import { type Route, serve } from '../../platform/http/mount.ts';
import { decide, disable, stepRoutes } from '../steps.ts';
import { policyLookup } from '../placements/lists.ts';
import { policyPreview } from '../placements/preview.ts';
import { slips } from './lists.ts';
import { findingsOfSlip, slipRecord } from './record.ts';
import { recordSigning } from './signing.ts';
import { editSlip, saveSlip, SLIP_STEPS } from './actions.ts';

function readRoutes(exporting: Exporting): Route[] {
  return [
    serveListing(contract.listSlips, slips, exporting),
    serve(contract.findAllSlips, (ctx, { query }) => policyLookup(ctx, query, 'LONDON')),
    serve(contract.findSlipsByBranch, (ctx, { query }) => policyLookup(ctx, query, 'LONDON')),
    serve(contract.findSlipsByReinsured, (ctx, { query }) => policyLookup(ctx, query, 'LONDON')),
    serve(contract.getSlip, (ctx, { params }) => slipRecord(ctx, params.id)),
    serve(contract.checkSlip, async (ctx, { params }) => {
      const findings = await findingsOfSlip(ctx, params.id);
      return { complete: isComplete(findings), findings };
    }),
    serve(contract.previewSlip, async (ctx, { params, query }) => ({
      ...(await policyPreview(ctx, params.id, { market: 'LONDON', chosen: query.posting_day })),
      findings: await findingsOfSlip(ctx, params.id),
    })),
  ];
}

function writeRoutes(): Route[] {
  return [
    serve(contract.saveSlip, (ctx, { body }) => saveSlip(ctx, body)),
    serve(contract.editSlip, (ctx, { body }) => editSlip(ctx, body)),
    ...stepRoutes(SLIP_STEPS, { submit: decisions.submitSlip, withdraw: decisions.withdrawSlip }),
    serve(decisions.approveSlip, (ctx, input) => decide(ctx, SLIP_STEPS, input)),
    serve(decisions.disableSlip, (ctx, input) => disable(ctx, SLIP_STEPS, input)),
    serve(contract.recordSigning, recordSigning),
  ];
}

/** London slips: the calls under /londonslip. */
export function slipRoutes(exporting: Exporting): Route[] {
  return [...readRoutes(exporting), ...writeRoutes()];
}
