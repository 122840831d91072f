import * as contract from '../../../domain/views/contract.ts';
import * as mailed from '../../../domain/views/schedule-contract.ts';
import { serveListing, type Exporting } from '../../platform/exports/serve.ts';
import { serve, type Route } from '../../platform/http/mount.ts';
import { changeMailed, keepMailed, leaveMailed, mailedRecord, mailedViews, moveMailed } from './mailed.ts';
import type { Lists } from './viewed.ts';
import { changeView, dropView, keepView, viewsOf } from './views.ts';

/** Views of lists and reports that people keep, share and have mailed. */
export function viewRoutes(exporting: Exporting, lists: Lists): Route[] {
  return [
    serve(contract.viewItems, (ctx, input) => viewsOf(ctx, input, lists)),
    serve(contract.saveView, (ctx, input) => keepView(ctx, input, lists)),
    serve(contract.editView, (ctx, input) => changeView(ctx, input, lists)),
    serve(contract.deleteView, (ctx, input) => dropView(ctx, input, lists)),
    serveListing(mailed.listMailed, mailedViews, exporting),
    serve(mailed.getMailed, (ctx, { params }) => mailedRecord(ctx, params.id)),
    serve(mailed.saveMailed, (ctx, input) => keepMailed(ctx, input, lists)),
    serve(mailed.editMailed, (ctx, input) => changeMailed(ctx, input, lists)),
    serve(mailed.moveMailed, moveMailed),
    serve(mailed.leaveMailed, leaveMailed),
  ];
}
