import * as contract from '../../../domain/vouchers/contract.ts';
import * as payables from '../../../domain/vouchers/payables-contract.ts';
import { serveListing, type Exporting } from '../../platform/exports/serve.ts';
import { serve, type Route } from '../../platform/http/mount.ts';
import type { Services } from '../../services.ts';
import { stepRoutes } from '../steps.ts';
import { editOther, editPremium, saveOther, savePremium } from './actions.ts';
import { rendering, storeDocument } from '../documents/store.ts';
import { voucherPlans } from './documents.ts';
import { releases, vouchers } from './lists.ts';
import { owedTo, payableItems } from './payables.ts';
import { payVoucher, VOUCHER_STEPS } from './money.ts';
import { voucherOwed } from './nets.ts';
import { refundable } from './refundable.ts';
import { voucherPreview } from './preview.ts';
import { voucherRecord } from './record.ts';

/** Payment vouchers and what is released to be paid: the calls under /paymentvoucher. */
export function voucherRoutes(services: Services & Exporting): Route[] {
  return [
    serveListing(contract.listVouchers, vouchers, services),
    serve(payables.findPoliciesBySecurity, payableItems),
    serve(payables.securitiesAndInvoices, owedTo),
    serve(payables.voucherOwing, voucherOwed),
    serve(payables.refundableNotes, refundable),
    serveListing(payables.listReleases, releases, services),
    serve(contract.getVoucher, (ctx, { params }) => voucherRecord(ctx, params.id)),
    serve(contract.savePremiumVoucher, savePremium),
    serve(contract.saveVoucher, saveOther),
    serve(contract.editPremiumVoucher, editPremium),
    serve(contract.editVoucher, editOther),
    ...stepRoutes(VOUCHER_STEPS, contract.voucherCalls),
    serve(contract.previewVoucher, (ctx, { params, query }) => voucherPreview(ctx, params.id, query.posting_day)),
    serve(contract.payVoucher, payVoucher),
    serve(
      contract.makeVoucherDocument,
      (ctx, _input, made) => storeDocument(ctx, made),
      rendering(services, voucherPlans),
    ),
  ];
}
