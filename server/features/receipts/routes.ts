import * as contract from '../../../domain/receipts/contract.ts';
import { serveListing, type Exporting } from '../../platform/exports/serve.ts';
import { type Route, serve } from '../../platform/http/mount.ts';
import type { Services } from '../../services.ts';
import { stepRoutes } from '../steps.ts';
import { editReceipt, saveReceipt } from './actions.ts';
import { rendering, storeDocument } from '../documents/store.ts';
import { receiptPlans } from './documents.ts';
import { foreignNotes, openNotes, receipts } from './lists.ts';
import { allocateReceipt, bounceReceipt, RECEIPT_STEPS } from './money.ts';
import { receiptPreview } from './preview.ts';
import { editPassedCash, passCashOn } from './pass-on.ts';
import { receiptRecord } from './record.ts';

/** Receipts and their allocation: the calls under /receivable. */
export function receiptRoutes(services: Services & Exporting): Route[] {
  return [
    serveListing(contract.listReceipts, receipts, services),
    serve(contract.findOpenNotes, openNotes),
    serve(contract.findForeignNotes, foreignNotes),
    serve(contract.getReceipt, (ctx, { params }) => receiptRecord(ctx, params.id)),
    serve(contract.saveReceipt, saveReceipt),
    serve(contract.editReceipt, editReceipt),
    serve(contract.passCashOn, passCashOn),
    serve(contract.editPassedCash, editPassedCash),
    ...stepRoutes(RECEIPT_STEPS, contract.receiptCalls),
    serve(contract.previewReceipt, (ctx, { params, query }) => receiptPreview(ctx, params.id, query.posting_day)),
    serve(contract.allocateReceipt, allocateReceipt),
    serve(contract.bounceReceipt, bounceReceipt),
    serve(
      contract.makeReceiptDocument,
      (ctx, _input, made) => storeDocument(ctx, made),
      rendering(services, receiptPlans),
    ),
    serve(
      contract.makeReceiptDocument2,
      (ctx, _input, made) => storeDocument(ctx, made),
      rendering(services, (ctx, { id }) => receiptPlans(ctx, { id })),
    ),
  ];
}
