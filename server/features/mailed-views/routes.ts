import * as contract from '../../../domain/views/schedule-contract.ts';
import { serveListing, type Exporting } from '../../platform/exports/serve.ts';
import { serve, type Route } from '../../platform/http/mount.ts';
import type { Lists } from '../views/viewed.ts';
import { changeMailed, keepMailed, leaveMailed, mailedRecord, mailedViews, moveMailed } from './mailed.ts';

/** Views that are mailed by the calendar: the calls under /view/schedule. */
export function mailedViewRoutes(exporting: Exporting, lists: Lists): Route[] {
  return [
    serveListing(contract.listMailed, mailedViews, exporting),
    serve(contract.getMailed, (ctx, { params }) => mailedRecord(ctx, params.id)),
    serve(contract.saveMailed, (ctx, input) => keepMailed(ctx, input, lists)),
    serve(contract.editMailed, (ctx, input) => changeMailed(ctx, input, lists)),
    serve(contract.moveMailed, moveMailed),
    serve(contract.leaveMailed, leaveMailed),
  ];
}
