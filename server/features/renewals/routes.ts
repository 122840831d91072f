import { renewalOutcomes } from '../../../domain/reports/desks.ts';
import { policyNotices } from '../../../domain/renewals/notices.ts';
import * as contract from '../../../domain/renewals/contract.ts';
import { serveListing, type Exporting } from '../../platform/exports/serve.ts';
import { serve, type Route } from '../../platform/http/mount.ts';
import { batchOf, cancelBatch, leaveSeveral, startBatch } from './batches.ts';
import { effectOf } from './effect.ts';
import { lastYearOf } from './last-year.ts';
import { daysOf, openSoon, renewals } from './list.ts';
import { outcomesOf } from './outcomes.ts';
import { noticesFor, noticesOf, sendAll } from './notices.ts';

/** What expires, and what becomes of it. */
export function renewalRoutes(exporting: Exporting): Route[] {
  return [
    serveListing(contract.listRenewals, renewals, exporting),
    serve(contract.countRenewals, openSoon),
    serve(renewalOutcomes, outcomesOf),
    serve(contract.expiryDays, daysOf),
    serve(contract.renewalEffect, (ctx, { body }) => effectOf(ctx, body.ids)),
    serve(contract.startRenewals, startBatch),
    serve(contract.renewalBatch, (ctx, { params }) => batchOf(ctx, params.id)),
    serve(contract.cancelRenewals, (ctx, { params }) => cancelBatch(ctx, params.id)),
    serve(contract.leaveRenewals, leaveSeveral),
    serve(contract.noticeEffect, (ctx, { body }) => noticesFor(ctx, body.ids)),
    serve(contract.sendNotices, sendAll),
    serve(policyNotices, (ctx, { params }) => noticesOf(ctx, params.id)),
    serve(contract.lastYear, (ctx, { params }) => lastYearOf(ctx, params.id)),
  ];
}
