import * as contract from '../../../domain/views/contract.ts';
import { serve, type Route } from '../../platform/http/mount.ts';
import type { Lists } from './viewed.ts';
import { changeView, dropView, keepView, openWith, viewsOf } from './views.ts';

/** Views of lists and reports that people keep and share. */
export function viewRoutes(lists: Lists): Route[] {
  return [
    serve(contract.viewItems, (ctx, input) => viewsOf(ctx, input, lists)),
    serve(contract.saveView, (ctx, input) => keepView(ctx, input, lists)),
    serve(contract.editView, (ctx, input) => changeView(ctx, input, lists)),
    serve(contract.openWithView, (ctx, input) => openWith(ctx, input, lists)),
    serve(contract.deleteView, (ctx, input) => dropView(ctx, input, lists)),
  ];
}
