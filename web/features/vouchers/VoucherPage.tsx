import { getVoucher } from '../../../domain/vouchers/contract.ts';
import { VOUCHER_KIND_LABELS, VOUCHER_STATES } from '../../../domain/vouchers/states.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Notice } from '../../ui/Notice.tsx';
import { RecordPage } from '../../ui/RecordPage.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { paths } from '../../paths.ts';
import { showDay } from '../../../domain/values/day.ts';
import { AttachmentsPanel } from '../attachments/AttachmentsPanel.tsx';
import { PeopleCard, type Deed } from '../records/PeopleCard.tsx';
import { HistoryCard } from '../system/HistoryCard.tsx';
import { badgeOf } from '../ledger/status.ts';
import { RecordProblem } from '../ledger/RecordProblem.tsx';
import { useId } from '../ledger/use-id.ts';
import { useVoucherActions } from './use-voucher-actions.tsx';
import { payeeOf, voucherName, type VoucherRecord } from './voucher-words.ts';
import { VoucherDialogs } from './VoucherDialogs.tsx';
import { VoucherItems } from './VoucherItems.tsx';

export function VoucherPage() {
  const id = useId();
  const { data, error, refetch } = useEndpoint(getVoucher, { params: { id } });
  if (data === undefined) {
    return <RecordProblem title="Voucher" error={error} onRetry={() => void refetch()} />;
  }
  return <VoucherView key={data.id} voucher={data} />;
}

function deedsOf(voucher: VoucherRecord): Deed[] {
  const { status } = voucher;
  return [
    { label: 'Made by', who: voucher.made_by, at: voucher.created_at },
    ...(voucher.edited_by.id === voucher.made_by.id ? [] : [{ label: 'Edited by', who: voucher.edited_by }]),
    {
      label: status === 'REJECTED' ? 'Rejected by' : 'Approved by',
      who: voucher.decided_by,
      at: voucher.decided_at,
      none: status === 'PENDING' ? 'Waits for a manager' : 'Not yet',
    },
    {
      label: 'Paid by',
      who: voucher.paid_by,
      at: voucher.paid_at,
      none: status === 'APPROVED' ? 'Waits for a cashier or accountant' : 'Not yet',
    },
  ];
}

function VoucherView({ voucher }: { voucher: VoucherRecord }) {
  const [address, change] = useAddress();
  const open = (what: string | undefined) => change({ do: what });
  const { primary, menu } = useVoucherActions(voucher, open);
  const { status, currency } = voucher;
  return (
    <>
      <RecordPage
        parent={{ label: 'Payables', href: paths.payables }}
        number={voucherName(voucher)}
        subtitle={`${payeeOf(voucher)} · ${VOUCHER_KIND_LABELS[voucher.kind]}`}
        statuses={[badgeOf(VOUCHER_STATES[status])]}
        glance={[
          { label: 'Amount', value: voucher.amount, currency },
          { label: voucher.paid_by === null ? 'To be paid on' : 'Paid on', value: showDay(voucher.bank_date) },
          { label: 'Bank reference', value: voucher.bank_reference === '' ? null : voucher.bank_reference },
          { label: 'From', value: voucher.kind === 'EXPENSE' ? 'Office bank' : 'Client bank' },
        ]}
        {...{ primary, menu }}
        notices={
          <>
            {status === 'REJECTED' && (
              <Notice tone="bad" title={`${voucher.decided_by?.name ?? 'The checker'} sent it back`}>
                {voucher.decision_reason}
              </Notice>
            )}
            {voucher.payee_account?.notice != null && <Notice tone="warn">{voucher.payee_account.notice}</Notice>}
          </>
        }
        tabs={[
          { value: 'items', label: 'What is paid', content: <VoucherItems voucher={voucher} /> },
          {
            value: 'attachments',
            label: 'Attachments',
            content: <AttachmentsPanel entity="voucher" id={voucher.id} />,
          },
          { value: 'history', label: 'History', content: <HistoryCard entity="voucher" id={voucher.id} /> },
        ]}
        rail={<PeopleCard deeds={deedsOf(voucher)} />}
      />
      <VoucherDialogs voucher={voucher} open={address['do'] ?? null} onClose={() => open(undefined)} />
    </>
  );
}
