import * as contract from '../../../domain/invoices/contract.ts';
import * as schedule from '../../../domain/invoices/schedule-contract.ts';
import { serveListing, type Exporting } from '../../platform/exports/serve.ts';
import { serve, type Route } from '../../platform/http/mount.ts';
import type { Services } from '../../services.ts';
import { rendering, storeDocument } from '../documents/store.ts';
import { stepRoutes } from '../steps.ts';
import { editInvoice, saveInvoice } from './actions.ts';
import { invoicePlans } from './documents.ts';
import { invoices } from './lists.ts';
import { INVOICE_STEPS } from './money.ts';
import { invoicePreview } from './preview.ts';
import { invoiceRecord } from './record.ts';
import { taxesToChoose } from './taxes.ts';
import { scheduleRecord, schedules } from './schedule-lists.ts';
import { editSchedule, saveSchedule, stopSchedule } from './schedules.ts';

/** The firm's own invoices and their credits: the calls under /invoice. */
export function invoiceRoutes(services: Services & Exporting): Route[] {
  return [
    serveListing(contract.listInvoices, invoices, services),
    serve(contract.getInvoice, (ctx, { params }) => invoiceRecord(ctx, params.id)),
    serveListing(schedule.listSchedules, schedules, services),
    serve(schedule.getSchedule, (ctx, { params }) => scheduleRecord(ctx, params.id)),
    serve(schedule.saveSchedule, saveSchedule),
    serve(schedule.editSchedule, editSchedule),
    serve(schedule.stopSchedule, stopSchedule),
    serve(contract.saveInvoice, saveInvoice),
    serve(contract.editInvoice, editInvoice),
    ...stepRoutes(INVOICE_STEPS, contract.invoiceCalls),
    serve(contract.previewInvoice, (ctx, { params, query }) => invoicePreview(ctx, params.id, query.posting_day)),
    serve(contract.invoiceTaxes, taxesToChoose),
    serve(
      contract.makeInvoiceDocument,
      (ctx, _input, made) => storeDocument(ctx, made),
      rendering(services, (ctx, { id }) => invoicePlans(ctx, { id })),
    ),
  ];
}
