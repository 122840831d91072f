import * as contract from '../../../domain/adjustments/contract.ts';
import { serveListing, type Exporting } from '../../platform/exports/serve.ts';
import { serve, type Route } from '../../platform/http/mount.ts';
import type { Services } from '../../services.ts';
import { stepRoutes } from '../steps.ts';
import { editAdjustment, saveAdjustment } from './actions.ts';
import { adjustments } from './lists.ts';
import { rendering, storeSeveral } from '../documents/store.ts';
import { adjustmentPlans } from './documents.ts';
import { ADJUSTMENT_STEPS } from './money.ts';
import { adjustmentPreview } from './preview.ts';
import { nettable } from './nettable.ts';
import { adjustable, adjustmentRecord } from './record.ts';

/** What settles or lessens notes without cash: the calls under /adjustment. */
export function adjustmentRoutes(services: Services & Exporting): Route[] {
  return [
    serveListing(contract.listAdjustments, adjustments, services),
    serve(contract.getAdjustable, (ctx, { query }) => adjustable(ctx, query.note)),
    serve(contract.getNettable, nettable),
    serve(contract.getAdjustment, (ctx, { params }) => adjustmentRecord(ctx, params.id)),
    serve(contract.saveAdjustment, saveAdjustment),
    serve(contract.editAdjustment, editAdjustment),
    ...stepRoutes(ADJUSTMENT_STEPS, contract.adjustmentCalls),
    serve(
      contract.makeAdjustmentAdvice,
      (ctx, _input, made) => storeSeveral(ctx, made),
      rendering(services, adjustmentPlans),
    ),
    serve(contract.previewAdjustment, (ctx, { params, query }) => adjustmentPreview(ctx, params.id, query.posting_day)),
  ];
}
