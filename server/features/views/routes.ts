import * as contract from '../../../domain/views/contract.ts';
import { serve, type Route } from '../../platform/http/mount.ts';
import { changeView, dropView, keepView, viewsOf } from './views.ts';

/** Views of lists that people keep and share. */
export function viewRoutes(): Route[] {
  return [
    serve(contract.viewItems, viewsOf),
    serve(contract.saveView, keepView),
    serve(contract.editView, changeView),
    serve(contract.deleteView, dropView),
  ];
}
