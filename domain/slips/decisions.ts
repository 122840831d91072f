import { placementDecisions } from '../placements/decisions.ts';
import { SLIP } from '../records/kinds.ts';

/** How a London slip is decided; what its checker sees before is of its contract. */
export const slipDecisions = placementDecisions(SLIP, 'London slip');
export const submitSlip = slipDecisions.submit;
export const withdrawSlip = slipDecisions.withdraw;
export const approveSlip = slipDecisions.approve;
export const disableSlip = slipDecisions.disable;
