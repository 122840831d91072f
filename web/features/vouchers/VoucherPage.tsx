import { getVoucher, makeVoucherDocument, voucherCalls } from '../../../domain/vouchers/contract.ts';
import { VOUCHER_KIND_LABELS, VOUCHER_STATES } from '../../../domain/vouchers/states.ts';
import { fetchFile } from '../../api/download.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { paths } from '../../paths.ts';
import { showDay } from '../../../domain/values/day.ts';
import { RecordProblem } from '../ledger/RecordProblem.tsx';
import { useId } from '../ledger/use-id.ts';
import { RecordView } from '../records/RecordView.tsx';
import type { RecordHandle } from '../records/record-handle.ts';
import { PayDialog } from './PayDialog.tsx';
import { useVoucherActs } from './use-voucher-acts.tsx';
import { approvalEffects, reversalEffects } from './voucher-effects.tsx';
import { payeeOf, voucherName, type VoucherRecord } from './voucher-words.ts';
import { VoucherItems } from './VoucherItems.tsx';

export function VoucherPage() {
  const id = useId();
  const { data, error, refetch } = useEndpoint(getVoucher, { params: { id } });
  if (data === undefined) {
    return <RecordProblem title="Voucher" error={error} onRetry={() => void refetch()} />;
  }
  return <VoucherView key={data.id} voucher={data} />;
}

function VoucherView({ voucher }: { voucher: VoucherRecord }) {
  const [address, change] = useAddress();
  const open = address['do'];
  const onClose = () => change({ do: undefined });
  const record: RecordHandle = { ...voucher, kind: 'voucher', name: voucherName(voucher) };
  const acts = useVoucherActs(voucher, { record, open: (what) => change({ do: what }) });
  const { status, currency } = voucher;
  return (
    <>
      <RecordView
        {...{ record, open, onClose }}
        {...acts}
        state={VOUCHER_STATES[status]}
        parent={{ label: 'Payables', href: paths.payables }}
        subtitle={`${payeeOf(voucher)} · ${VOUCHER_KIND_LABELS[voucher.kind]}`}
        glance={[
          { label: 'Amount', value: voucher.amount, currency },
          { label: voucher.paid_by === null ? 'To be paid on' : 'Paid on', value: showDay(voucher.bank_date) },
          { label: 'Bank reference', value: voucher.bank_reference === '' ? null : voucher.bank_reference },
          { label: 'From', value: voucher.kind === 'EXPENSE' ? 'Office bank' : 'Client bank' },
        ]}
        notices={voucher.payee_account?.notice != null && <Notice tone="warn">{voucher.payee_account.notice}</Notice>}
        tab={{ value: 'items', label: 'What is paid', content: <VoucherItems voucher={voucher} /> }}
        decider="a manager"
        deeds={[
          {
            label: 'Paid by',
            who: voucher.paid_by,
            at: voucher.paid_at,
            none: status === 'APPROVED' ? 'Waits for a cashier or accountant' : 'Not yet',
          },
        ]}
        steps={{
          calls: voucherCalls,
          description: `${VOUCHER_KIND_LABELS[voucher.kind]}: ${payeeOf(voucher)}, made by ${voucher.edited_by.name}`,
          approval: approvalEffects(voucher),
          reversal: { effects: reversalEffects(voucher) },
          paper: {
            label: 'Payment voucher',
            load: () =>
              fetchFile(makeVoucherDocument, { query: { id: String(voucher.id) } }, { name: `${record.name}.pdf` }),
          },
        }}
      />
      {status === 'APPROVED' && <PayDialog voucher={voucher} open={open === 'pay'} onClose={onClose} />}
    </>
  );
}
