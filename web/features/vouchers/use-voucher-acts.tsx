import { mayIn } from '../../../domain/states.ts';
import { voucherCalls } from '../../../domain/vouchers/contract.ts';
import { VOUCHER_STATES } from '../../../domain/vouchers/states.ts';
import { can, useSession } from '../../api/session.ts';
import { Button } from '../../ui/Button.tsx';
import { paths } from '../../paths.ts';
import { atId } from '../ledger/record-links.ts';
import type { RecordHandle } from '../records/record-handle.ts';
import { useRecordActs } from '../records/use-record-acts.tsx';
import type { VoucherRecord } from './voucher-words.ts';

type Given = { record: RecordHandle; open: (what: string) => void };

/** What this user may do with a voucher: once it is approved, another than who approved it pays it. */
export function useVoucherActs(voucher: VoucherRecord, { record, open }: Given) {
  const session = useSession();
  const drawing = voucher.kind === 'DRAWING';
  const decidedByMe = session?.user.firm.makerChecker === true && voucher.decided_by?.id === session.user.id;
  const next =
    can(session, 'vouchers.pay') && mayIn(VOUCHER_STATES, voucher.status, 'pay') ? (
      <Button
        variant="primary"
        disabledReason={decidedByMe ? 'You approved it, so someone else pays it.' : undefined}
        onClick={() => open('pay')}
      >
        Pay voucher
      </Button>
    ) : voucher.number !== null ? (
      <Button onClick={() => open('document')}>Payment voucher</Button>
    ) : undefined;
  return useRecordActs(record, {
    calls: voucherCalls,
    editHref: atId(paths.voucherEdit, voucher.id),
    ...(drawing && { create: 'drawings.create', decide: 'drawings.decide' }),
    paper: 'Payment voucher',
    next,
    open,
  });
}
