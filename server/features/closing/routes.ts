import { closingChecklist } from '../../../domain/closing/checks.ts';
import * as contract from '../../../domain/closing/contract.ts';
import * as periodCalls from '../../../domain/closing/periods.ts';
import { closeYear, yearPreview } from '../../../domain/closing/year.ts';
import { serveListing, type Exporting } from '../../platform/exports/serve.ts';
import { serve, type Route } from '../../platform/http/mount.ts';
import { checklistOf } from './checklist.ts';
import * as periods from './periods.ts';
import { positions } from './positions.ts';
import * as revaluation from './revaluation.ts';
import { closeFinancialYear, yearClosing } from './year.ts';

/** The ends of months and years. */
export function closingRoutes(exporting: Exporting): Route[] {
  return [
    serve(periodCalls.periods, (ctx, input) => periods.listPeriods(ctx, input)),
    serve(periodCalls.closingEffects, (ctx, input) => periods.previewPeriod(ctx, input)),
    serve(closingChecklist, (ctx, input) => checklistOf(ctx, input)),
    serve(periodCalls.closePeriod, (ctx, input) => periods.closeMonth(ctx, input)),
    serve(periodCalls.reopenPeriod, (ctx, input) => periods.reopenMonth(ctx, input)),
    serveListing(yearPreview, yearClosing, exporting),
    serve(closeYear, (ctx, input) => closeFinancialYear(ctx, input)),
    serveListing(contract.revaluationLines, revaluation.revaluationPreview, exporting),
    serveListing(contract.listRevaluations, revaluation.revaluations, exporting),
    serve(contract.bookRevaluation, (ctx, input) => revaluation.bookMonthEnd(ctx, input)),
    serve(contract.undoRevaluation, (ctx, input) => revaluation.undoMonthEnd(ctx, input)),
    serveListing(contract.listPositions, positions, exporting),
  ];
}
