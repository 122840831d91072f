import { choice, day, id, money, optional, text, titled, version } from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import { ISSUED_TYPES } from './bases.ts';
import { ENDORSEMENT_LABELS } from './endorsements.ts';
import { ENDORSEMENT_STATES, ENDORSEMENT_STATUSES } from './states.ts';

/** The endorsements of a policy. */
export const endorsementTable = table(
  {
    id: id(),
    version: version(),
    number: titled('No.', text('Number')),
    status: choice('Status', ENDORSEMENT_STATUSES, (status) => ENDORSEMENT_STATES[status].label),
    endorsementtype: choice('Change', ISSUED_TYPES, (type) => ENDORSEMENT_LABELS[type]),
    effective_date: day('Effective'),
    description: text('Description'),
    currency: text('Currency'),
    premium: money('Premium, 100%'),
    debit_note: money('Debit note (credit −)'),
    posted_on: optional(day('Posted')),
    made_by: text('Made by'),
  },
  { screen: ['number', 'endorsementtype', 'status', 'effective_date', 'premium', 'debit_note'] },
);
