import { sql, type RawBuilder } from 'kysely';
import { type Left, type ListedCheck, spanOf } from '../../domain/closing/left.ts';

type Span = ReturnType<typeof spanOf>;

const UNDECIDED = sql`t.status in ('DRAFT', 'PENDING', 'REJECTED')`;

/** What of a list's records, called `t`, a check of a month's end counts: for the check and for the list behind its link. */
export const LEFT: Record<ListedCheck, (span: Span) => RawBuilder<unknown>> = {
  RECEIPTS: ({ first, last }) => sql`${UNDECIDED} and t.bank_date between ${first} and ${last}`,
  VOUCHERS: ({ first, last }) =>
    sql`(${UNDECIDED} or t.status = 'APPROVED') and t.bank_date between ${first} and ${last}`,
  UNALLOCATED: ({ last }) =>
    sql`t.status = 'APPROVED' and t.bank_date <= ${last} and t.amount > t.allocated + t.refunded`,
  JOURNALS: ({ first, last }) => sql`${UNDECIDED} and t.day between ${first} and ${last}`,
};

/** The same as a filter of a list; nothing where none is set. */
export const leftFilter = (left: Left | undefined): RawBuilder<unknown> | undefined =>
  left && LEFT[left.check](spanOf(left));
