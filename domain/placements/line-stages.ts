import type { Day } from '../values/day.ts';
import type { Rate } from '../values/rate.ts';

/** How a line of a slip came about, by the names of its call; `written` in % of the slip's basis. */
export type LineStages = {
  written: Rate | null;
  to_stand: boolean;
  stamp: string;
  quoted_on: Day | null;
  quote_reference: string;
  written_on: Day | null;
  reference: string;
  /** Of a local line alone. */
  accepted_by: string;
  signed_on: Day | null;
  signing_reference: string;
  notified_on: Day | null;
  notified_to: string;
  notified_by: string | null;
  notified_at: Date | null;
};

/** The stages of a line that an endorsement agreed: it was neither quoted nor stamped. */
export const NO_STAGES: LineStages = {
  written: null,
  to_stand: false,
  stamp: '',
  quoted_on: null,
  quote_reference: '',
  written_on: null,
  reference: '',
  accepted_by: '',
  signed_on: null,
  signing_reference: '',
  notified_on: null,
  notified_to: '',
  notified_by: null,
  notified_at: null,
};
