import * as contract from '../../../domain/authority/contract.ts';
import { serveListing, type Exporting } from '../../platform/exports/serve.ts';
import { serve, type Route } from '../../platform/http/mount.ts';
import { endLending, lend, lendings, ownLendings } from './lendings.ts';
import { addLimit, changeLimit, dropLimit, listLimits } from './limits.ts';

/** Limits of authority, and rights to decide that are lent. */
export function authorityRoutes(exporting: Exporting): Route[] {
  return [
    serve(contract.limitItems, (ctx) => listLimits(ctx)),
    serve(contract.saveLimit, (ctx, input) => addLimit(ctx, input)),
    serve(contract.editLimit, (ctx, input) => changeLimit(ctx, input)),
    serve(contract.removeLimit, (ctx, input) => dropLimit(ctx, input)),
    serveListing(contract.lendingItems, lendings, exporting),
    serve(contract.ownLendings, (ctx) => ownLendings(ctx)),
    serve(contract.saveLending, (ctx, input) => lend(ctx, input)),
    serve(contract.endLending, (ctx, input) => endLending(ctx, input)),
  ];
}
