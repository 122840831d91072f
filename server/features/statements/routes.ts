import * as contract from '../../../domain/statements/contract.ts';
import { serveListing, type Exporting } from '../../platform/exports/serve.ts';
import { serve, type Route } from '../../platform/http/mount.ts';
import { serveReport } from '../reports/report.ts';
import { accounts } from './account.ts';
import type { Printing } from '../documents/store.ts';
import * as remittances from '../../../domain/statements/remittance-contract.ts';
import { adviceBatch, batch, batches, cancelAdvice, cancelBatch, sheetFile, startBatch } from './batches.ts';
import { insolvency } from './insolvency.ts';
import { remindersDue } from './overdue.ts';
import { advicePreview, plannedAdvice, printAdvice, startRemittances } from './remittances.ts';
import {
  plannedReminders,
  printReminders,
  reminderPreview,
  reminders,
  reminderSums,
  startReminders,
} from './reminders.ts';

/** Statements of account, reminders and remittance advice, made and mailed together: the calls under /statements. */
export function statementRoutes(services: Printing & Exporting): Route[] {
  return [
    serveReport(accounts, services),
    serveReport(insolvency, services),
    serve(contract.startStatements, startBatch),
    serveListing(contract.listStatementBatches, batches, services),
    serveReport(batch, services),
    serve(contract.cancelStatements, (ctx, { params }) => cancelBatch(ctx, params.id)),
    serveReport(reminders, services),
    serve(contract.countReminders, (ctx) => remindersDue(ctx)),
    serve(contract.sumReminders, reminderSums),
    serve(contract.planReminders, plannedReminders),
    serve(contract.previewReminders, (_ctx, _input, printed) => reminderPreview(printed), printReminders(services)),
    serve(contract.sendReminders, startReminders),
    serve(remittances.planRemittances, plannedAdvice),
    serve(remittances.previewRemittances, (_ctx, _input, printed) => advicePreview(printed), printAdvice(services)),
    serve(remittances.sendRemittances, startRemittances),
    serveReport(adviceBatch, services),
    serve(remittances.cancelRemittances, (ctx, { params }) => cancelAdvice(ctx, params.id)),
    serve(contract.statementSheet, (ctx, { params }) => sheetFile(ctx, params.id)),
  ];
}
