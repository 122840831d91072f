import { choice, day, hidden, id, money, optional, sorted, text, titled, version } from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import { VOUCHER_KIND_LABELS, VOUCHER_KINDS, VOUCHER_STATES, VOUCHER_STATUSES } from './states.ts';

/** The list of vouchers. §6 Paged lists. */
export const voucherTable = table(
  {
    id: sorted(id()),
    version: version(),
    status: choice('Status', VOUCHER_STATUSES, (state) => VOUCHER_STATES[state].label),
    kind: choice('For', VOUCHER_KINDS, (kind) => VOUCHER_KIND_LABELS[kind]),
    number: titled('Voucher', optional(text('Number'))),
    branch: hidden(text('Branch')),
    payee: text('Payee'),
    currency: titled('Cur.', text('Currency')),
    amount: sorted(money('Amount')),
    bank_date: sorted(day('Bank date')),
    narration: text('Narration'),
    made_by: text('Made by'),
  },
  {
    file: ['number', 'branch', 'status', 'kind', 'payee', 'currency', 'amount', 'bank_date', 'narration', 'made_by'],
    screen: ['number', 'bank_date', 'payee', 'kind', 'status', 'currency', 'amount', 'narration', 'made_by', 'branch'],
  },
);
