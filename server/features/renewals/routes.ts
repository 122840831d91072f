import * as contract from '../../../domain/renewals/contract.ts';
import { serveExportable } from '../../platform/exports/serve.ts';
import { serve, type Route } from '../../platform/http/mount.ts';
import type { Services } from '../../services.ts';
import { batchOf, cancelBatch, leaveSeveral, startBatch } from './batches.ts';
import { effectOf } from './effect.ts';
import { lastYearOf } from './last-year.ts';
import { renewalExport, renewalPage } from './list.ts';
import { noticesFor, noticesOf, sendAll } from './notices.ts';

/** What expires, and what becomes of it. */
export function renewalRoutes({ pool }: Pick<Services, 'pool'>): Route[] {
  return [
    serveExportable(contract.listRenewals, renewalPage, { pool, table: renewalExport }),
    serve(contract.renewalEffect, (ctx, { body }) => effectOf(ctx, body.ids)),
    serve(contract.startRenewals, startBatch),
    serve(contract.renewalBatch, (ctx, { params }) => batchOf(ctx, params.id)),
    serve(contract.cancelRenewals, (ctx, { params }) => cancelBatch(ctx, params.id)),
    serve(contract.leaveRenewals, leaveSeveral),
    serve(contract.noticeEffect, (ctx, { body }) => noticesFor(ctx, body.ids)),
    serve(contract.sendNotices, sendAll),
    serve(contract.policyNotices, (ctx, { params }) => noticesOf(ctx, params.id)),
    serve(contract.lastYear, (ctx, { params }) => lastYearOf(ctx, params.id)),
  ];
}
