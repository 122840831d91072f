import * as z from 'zod/mini';
import {
  below,
  choice,
  count,
  day,
  flag,
  hidden,
  id,
  instant,
  linked,
  money,
  optional,
  party,
  plain,
  sorted,
  text,
  titled,
  totalled,
  version,
} from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import { MATCHED_BY, type MatchedBy, REASON_LABELS, REASONS } from './bridge.ts';
import { RECONCILIATION_STATES, RECONCILIATION_STATUSES } from './states.ts';

/** Statements of parties that were held against ours, the newest first. */
export const reconciliationTable = table(
  {
    id: sorted(id()),
    version: version(),
    party: party('Party'),
    as_at: titled('As at', day('As at')),
    status: choice('Status', RECONCILIATION_STATUSES, (status) => RECONCILIATION_STATES[status].label),
    currency: titled('Cur.', text('Currency')),
    theirs: money('Theirs'),
    /** As they were when it was finished. */
    ours: below('theirs', optional(money('Ours'))),
    explained: optional(titled('Differences', money('Differences'))),
    lines: count('Lines'),
    file_name: hidden(text('File')),
    branch: below('file_name', hidden(text('Branch'))),
    made_by: linked('user', text('Made by'), 'made_by_id'),
    made_by_id: id(),
    made_at: below('made_by', titled('Made', instant('Made'))),
    finished_by: optional(linked('user', text('Finished by'), 'finished_by_id')),
    finished_by_id: optional(id()),
    finished_at: below('finished_by', optional(titled('Finished', instant('Finished')))),
  },
  {
    screen: [
      'party',
      'theirs',
      'ours',
      'explained',
      'status',
      'as_at',
      'currency',
      'lines',
      'finished_by',
      'finished_at',
      'made_by',
      'made_at',
      'branch',
      'file_name',
    ],
  },
);

export const MATCHED_LABELS: Record<MatchedBy, string> = { NUMBER: 'Number', REFERENCE: 'Reference', HAND: 'By hand' };

/** The bridge from our account to theirs, a document or a line of theirs in each row. M13. */
export const bridgeTable = table(
  {
    key: text(''),
    document: text('Document'),
    rows: plain('Rows of theirs', { schema: z.array(z.int()), cell: (rows: readonly number[]) => rows.join(', ') }),
    by: optional(
      titled(
        'Matched',
        choice('Matched by', MATCHED_BY, (by) => MATCHED_LABELS[by]),
      ),
    ),
    currency: text('Currency'),
    ours: totalled(money('Ours')),
    theirs: totalled(money('Theirs')),
    difference: totalled(money('Difference')),
    reason: optional(choice('Reason', REASONS, (reason) => REASON_LABELS[reason])),
    /** Nobody changed the reason that was proposed. */
    proposed: hidden(flag('Proposed')),
  },
  {
    paper: ['document', 'rows', 'by', 'ours', 'theirs', 'difference', 'reason'],
    screen: ['document', 'difference', 'reason', 'ours', 'theirs', 'by', 'rows'],
  },
);
