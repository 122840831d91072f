import * as contract from '../../../domain/budgets/contract.ts';
import { serveListing, type Exporting } from '../../platform/exports/serve.ts';
import { serve, type Route } from '../../platform/http/mount.ts';
import { budgetRecord, changeBudget, dropBudget, keepBudget } from './actions.ts';
import { budgets } from './lists.ts';

/** Budgets: the calls under /budget. */
export function budgetRoutes(exporting: Exporting): Route[] {
  return [
    serveListing(contract.listBudgets, budgets, exporting),
    serve(contract.getBudget, (ctx, { params }) => budgetRecord(ctx, params.id)),
    serve(contract.saveBudget, keepBudget),
    serve(contract.editBudget, changeBudget),
    serve(contract.removeBudget, dropBudget),
  ];
}
