/** Claims from the amount on of which the securities are advised. C18. */
import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { KINDS } from '../records/kinds.ts';
import {
  baseMoney,
  below,
  count,
  day,
  flag,
  id,
  money,
  optional,
  partyText,
  record,
  text,
  titled,
} from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import { branchParam, firstRows, format } from '../wire.ts';

/** Amounts at 100 %, those in base at today's rate; days are between the loss and its notification. */
export const largeLossTable = table({
  id: id(),
  number: titled('Claim', text('Number')),
  policy: below('number', record('Policy')),
  reinsured: partyText('Reinsured', 'reinsured_id'),
  reinsured_id: id(),
  insured: below('reinsured', partyText('Insured', 'insured_id')),
  insured_id: id(),
  class: text('Class'),
  event: below('class', optional(text('Event'))),
  data_loss_date: titled('Loss', day('Date of loss')),
  notice_days: titled('Days to notice', count('Days until notified')),
  notice_allowed: below('notice_days', titled('Allowed', optional(count('Days allowed')))),
  currency: titled('Cur.', text('Currency')),
  incurred: money('Incurred, 100%'),
  base_incurred: below('incurred', baseMoney('Incurred, 100%')),
  base_threshold: titled('From', baseMoney('Large from')),
  /** What the securities were advised of last. */
  base_advised: below('base_threshold', titled('Advised', optional(baseMoney('Advised')))),
  advice_due: titled('To advise', flag('Advice due')),
});

export const largeLosses = endpoint({
  method: 'GET',
  path: `${KINDS.claim.path}/largelosses`,
  access: 'reports.production',
  effect: 'read',
  summary:
    'Large losses of each class, the largest first, with how soon they were notified and whether to advise anew.',
  query: z.object({ branch: branchParam, format }),
  reply: z.object(firstRows(largeLossTable.row)),
});
