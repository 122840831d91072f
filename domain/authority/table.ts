import { PERMISSION_WORDS } from '../permission-words.ts';
import { KIND_NAMES, KINDS, titleOf } from '../records/kinds.ts';
import { baseMoney, choice, day, hidden, id, record, sorted, text, titled, version } from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import { DECIDING, LENDING_STATES, LENDING_STATUSES } from './rules.ts';

/** The limits of authority: up to what each role approves a kind of record, in the firm's base currency. */
export const limitTable = table({
  id: id(),
  version: version(),
  role: text('Role'),
  kind: choice('Record', KIND_NAMES, (kind) => titleOf(KINDS[kind])),
  amount: baseMoney('Up to'),
});

/** The rights that are and were lent: who to whom, from which day to which. */
export const lendingTable = table(
  {
    id: sorted(id()),
    version: version(),
    status: choice('Status', LENDING_STATUSES, (status) => LENDING_STATES[status].label),
    branch: hidden(text('Branch')),
    permission: choice('Right', DECIDING, (right) => PERMISSION_WORDS[right].label),
    lender: record('Lent by'),
    borrower: record('Lent to'),
    from: sorted(titled('From', day('First day'))),
    to: sorted(titled('To', day('Last day'))),
    reason: text('Reason'),
  },
  { screen: ['borrower', 'permission', 'lender', 'from', 'to', 'status', 'reason', 'branch'] },
);
