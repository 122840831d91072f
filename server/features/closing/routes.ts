import * as periodCalls from '../../../domain/closing/periods.ts';
import { serve, type Route } from '../../platform/http/mount.ts';
import * as periods from './periods.ts';

/** The ends of months and years. */
export function closingRoutes(): Route[] {
  return [
    serve(periodCalls.periods, (ctx, input) => periods.listPeriods(ctx, input)),
    serve(periodCalls.closingEffects, (ctx, input) => periods.previewPeriod(ctx, input)),
    serve(periodCalls.closePeriod, (ctx, input) => periods.closeMonth(ctx, input)),
    serve(periodCalls.reopenPeriod, (ctx, input) => periods.reopenMonth(ctx, input)),
  ];
}
