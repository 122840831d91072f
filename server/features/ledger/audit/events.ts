import { ADJUSTMENT_KINDS, type AdjustmentKind } from '../../../../domain/adjustments/kinds.ts';
import type { LedgerEvent } from '../../../../domain/ledger/entries.ts';
import type { PostedKind } from '../../../../domain/records/kinds.ts';

// What is booked by its approval, and taken back by its reversal.
const ONCE_APPROVED = { booked: `status in ('APPROVED', 'REVERSED')`, undone: `status = 'REVERSED'` };
/** What an event is called where records of a kind book different ones, of a row `r`. */
type Named<E extends LedgerEvent> = { of: readonly E[]; named: string };
const RECEIVED: Named<LedgerEvent> = {
  of: ['RECEIPT', 'CASH_TAKEN_OVER'],
  named: `case when r.source_id is null then 'RECEIPT' else 'CASH_TAKEN_OVER' end`,
};
// What an adjustment books is called by its own kind.
const ADJUSTED: Named<AdjustmentKind> = { of: ADJUSTMENT_KINDS, named: 'r.kind' };
/** A record's event: which must be in the books once, by its state, and whether it was taken back. I4. */
export const EVENTS: Record<PostedKind, { event: LedgerEvent | Named<LedgerEvent>; booked: string; undone: string }> = {
  policy: {
    event: 'POLICY_APPROVED',
    booked: 'posted_on is not null',
    undone: `status = 'DISABLED' and posted_on is not null`,
  },
  endorsement: {
    event: 'ENDORSEMENT_APPROVED',
    booked: 'exists (select 1 from notes n where n.endorsement_id = r.id)',
    undone: 'false',
  },
  movement: { event: 'MOVEMENT_APPROVED', booked: `status = 'APPROVED' and ours > 0`, undone: 'false' },
  receipt: { event: RECEIVED, ...ONCE_APPROVED },
  voucher: {
    event: 'VOUCHER_PAID',
    booked: `status = 'PAID' or (status = 'REVERSED' and paid_at is not null)`,
    undone: `status = 'REVERSED' and paid_at is not null`,
  },
  invoice: { event: 'INVOICE_APPROVED', ...ONCE_APPROVED },
  journal: { event: 'JOURNAL', ...ONCE_APPROVED },
  adjustment: { event: ADJUSTED, ...ONCE_APPROVED },
};
