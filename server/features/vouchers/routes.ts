import * as contract from '../../../domain/vouchers/contract.ts';
import { serveExportable } from '../../platform/exports/serve.ts';
import { serve, type Route } from '../../platform/http/mount.ts';
import type { Services } from '../../services.ts';
import {
  disableVoucher,
  editOther,
  editPremium,
  saveOther,
  savePremium,
  submitVoucher,
  withdrawVoucher,
} from './actions.ts';
import { rendering, storeDocument } from '../documents/store.ts';
import { voucherPlans } from './documents.ts';
import { releaseQueue, vouchers } from './lists.ts';
import { owedTo, payableItems } from './payables.ts';
import { decideVoucher, payVoucher, reverseVoucher } from './money.ts';
import { voucherPreview } from './preview.ts';
import { voucherRecord } from './record.ts';

/** Payment vouchers and what is released to be paid: the calls under /paymentvoucher. */
export function voucherRoutes(services: Services): Route[] {
  return [
    serveExportable(contract.listVouchers, vouchers.page, { pool: services.pool, table: vouchers.file }),
    serve(contract.findPoliciesBySecurity, payableItems),
    serve(contract.securitiesAndInvoices, owedTo),
    serve(contract.listReleases, releaseQueue),
    serve(contract.getVoucher, (ctx, { params }) => voucherRecord(ctx, params.id)),
    serve(contract.savePremiumVoucher, savePremium),
    serve(contract.saveVoucher, saveOther),
    serve(contract.editPremiumVoucher, editPremium),
    serve(contract.editVoucher, editOther),
    serve(contract.submitVoucher, (ctx, { params, body }) =>
      submitVoucher(ctx, { id: params.id, version: body?.version }),
    ),
    serve(contract.withdrawVoucher, (ctx, { params, body }) =>
      withdrawVoucher(ctx, { id: params.id, version: body?.version }),
    ),
    serve(contract.previewVoucher, (ctx, { params }) => voucherPreview(ctx, params.id)),
    serve(contract.approveVoucher, decideVoucher),
    serve(contract.payVoucher, payVoucher),
    serve(contract.reverseVoucher, reverseVoucher),
    serve(contract.disableVoucher, (ctx, { params, body }) =>
      disableVoucher(ctx, { id: params.id, version: body?.version }),
    ),
    serve(
      contract.makeVoucherDocument,
      (ctx, _input, made) => storeDocument(ctx, made),
      rendering(services, voucherPlans),
    ),
  ];
}
