import { sql, type RawBuilder } from 'kysely';
import { type Left, type ListedCheck, spanOf } from '../../domain/closing/left.ts';

type Span = ReturnType<typeof spanOf>;

const UNDECIDED = sql`t.status in ('DRAFT', 'PENDING', 'REJECTED')`;

/** What of a list's records, called `t`, a check of a month's end counts: for the check and for the list behind its link. */
export const LEFT: Record<ListedCheck, (span: Span) => RawBuilder<unknown>> = {
  // Cash of another branch is booked on the day of its approval: it holds up no month.
  RECEIPTS: ({ first, last }) => sql`${UNDECIDED} and t.source_id is null and t.bank_date between ${first} and ${last}`,
  VOUCHERS: ({ first, last }) =>
    sql`(${UNDECIDED} or t.status = 'APPROVED') and t.bank_date between ${first} and ${last}`,
  // Cash that a refund or another branch holds is unallocated in the books until it is paid or used there.
  UNALLOCATED: ({ last }) => sql`t.id in (
    select r.id from receipts r where r.status = 'APPROVED' and r.amount > r.allocated + r.refunded + r.passed_on and r.bank_date <= ${last}
    union all
    select r.id from receipts r join open_items o on o.receipt_id = r.id where r.passed_on > 0 and o.outstanding <> 0
    union all
    select v.receipt_id from vouchers v where v.receipt_id is not null and v.status in ('PENDING', 'APPROVED')) and t.bank_date <= ${last}`,
  JOURNALS: ({ first, last }) => sql`${UNDECIDED} and t.day between ${first} and ${last}`,
};

/** The same as a filter of a list; nothing where none is set. */
export const leftFilter = (left: Left | undefined): RawBuilder<unknown> | undefined =>
  left && LEFT[left.check](spanOf(left));
