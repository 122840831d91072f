import { useState } from 'react';
import * as z from 'zod/mini';
import {
  approvePaymentFile,
  downloadPaymentFile,
  getPaymentFile,
  PAYMENT_FILE_STATES,
  withdrawPaymentFile,
} from '../../../domain/banks/payment-contract.ts';
import type { WireReply } from '../../../domain/endpoint.ts';
import { fetchFile, saveFile } from '../../api/download.ts';
import { can, useSession } from '../../api/session.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { useWorkIn } from '../../api/work-in.ts';
import { LISTS, voucherHref } from '../../paths.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { CallDialog } from '../../ui/dialogs/CallDialog.tsx';
import { ReasonDialog } from '../../ui/dialogs/ReasonDialog.tsx';
import { useRecordId } from '../../ui/hooks/use-record-id.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { RecordPage } from '../../ui/layout/RecordPage.tsx';
import { InstantText, MoneyText } from '../../ui/marks/Figures.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { DataTable } from '../../ui/tables/DataTable.tsx';
import type { Column } from '../../ui/tables/table-types.ts';
import { badgeOf } from '../ledger/status.ts';
import { FactGrid } from '../registers/FactGrid.tsx';
import { RemittanceDialog } from '../vouchers/RemittanceDialog.tsx';
import type { PayableVoucher } from './payment-words.ts';
import { showDay } from '../../ui/marks/format.ts';
import { PartyLink, UserLink } from '../../ui/marks/NameLink.tsx';

type File = WireReply<typeof getPaymentFile>;

export function PaymentFilePage() {
  const id = useRecordId();
  const { data, error, refetch } = useEndpoint(getPaymentFile, { params: { id } });
  useWorkIn(data?.branch);
  if (data === undefined) return <NoPage title="Payment file" {...{ error, refetch }} list={LISTS.paymentFiles} />;
  return <FileView key={data.id} file={data} />;
}

const columnsIn = (currency: string): Column<PayableVoucher>[] => [
  { id: 'number', title: 'Voucher', cell: (row) => row.number },
  {
    id: 'amount',
    title: 'Amount',
    align: 'right',
    cell: (row) => <MoneyText value={row.amount} currency={currency} />,
  },
  { id: 'status', title: 'Status', cell: (row) => row.status },
  {
    id: 'payee',
    title: 'Payee',
    cell: (row) => row.payee_id !== null && <PartyLink party={{ id: row.payee_id, name: row.payee }} />,
  },
  {
    id: 'account',
    title: 'Account',
    cell: (row) => (row.account === null ? '' : `${row.account.bank} · ${row.account.number}`),
  },
];

function FileView({ file }: { file: File }) {
  const session = useSession();
  const [act, setAct] = useState<'approve' | 'withdraw' | 'advise' | null>(null);
  const withdraw = useWrite(withdrawPaymentFile);
  const { id, version, status, name, currency } = file;
  const pays = can(session, 'vouchers.pay');
  const params = { id: String(id) };
  const download = () =>
    fetchFile(downloadPaymentFile, { params }, { accept: 'application/octet-stream', name: `${name}.xml` })
      .then(saveFile)
      .catch((problem: unknown) => toastProblem('The file was not downloaded', problem));
  const made = session?.user.id === file.made_by.id;
  const primary =
    status === 'READY' && pays ? (
      <Button variant="primary" onClick={() => void download()}>
        Download for the bank
      </Button>
    ) : status === 'WAITING' && can(session, 'vouchers.decide') ? (
      <Button
        variant="primary"
        disabledReason={made ? 'You made it, so someone else approves it.' : undefined}
        onClick={() => setAct('approve')}
      >
        Approve payment file
      </Button>
    ) : undefined;
  return (
    <>
      <RecordPage
        parent={LISTS.paymentFiles}
        number={name}
        subtitle={file.account.name}
        statuses={[badgeOf(PAYMENT_FILE_STATES[status])]}
        glance={[
          { label: 'Total', value: file.total, currency },
          { label: 'Vouchers', value: String(file.vouchers.length) },
          { label: 'To be paid on', value: showDay(file.day) },
        ]}
        primary={primary}
        menu={
          pays && status !== 'WITHDRAWN'
            ? [
                ...(status === 'READY' ? [{ label: 'Send remittance advice…', onSelect: () => setAct('advise') }] : []),
                { label: 'Withdraw…', onSelect: () => setAct('withdraw') },
              ]
            : []
        }
        notices={<Notices file={file} />}
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Card title="Vouchers" flush>
            <DataTable
              label={`Vouchers of ${name}`}
              columns={columnsIn(currency)}
              rows={file.vouchers}
              rowKey={(row) => String(row.id)}
              rowHref={(row) => voucherHref(row.id)}
            />
          </Card>
          <Card title="Made">
            <FactGrid
              facts={[
                { label: 'Made by', value: <UserLink user={file.made_by} /> },
                { label: 'Made', value: <InstantText value={file.made_at} /> },
                { label: 'Second person', value: file.approved_by && <UserLink user={file.approved_by} /> },
              ]}
            />
          </Card>
        </div>
      </RecordPage>
      {act === 'advise' && (
        <RemittanceDialog vouchers={file.vouchers.map((row) => row.id)} onClose={() => setAct(null)} />
      )}
      {act === 'approve' && (
        <CallDialog
          call={approvePaymentFile}
          input={{ params, body: { version } }}
          title="Approve payment file"
          effect="It may then be downloaded and sent to the bank. Check the new account with its payee first."
          action="Approve payment file"
          done={['Payment file approved', name]}
          failed="Not approved"
          onClose={() => setAct(null)}
        />
      )}
      {act === 'withdraw' && (
        <ReasonDialog
          danger
          title="Withdraw payment file"
          description="Its vouchers may be in another file. What the bank has is stopped there."
          action="Withdraw payment file"
          shape={z.pick(withdrawPaymentFile.body, { reason: true })}
          send={(reason) => withdraw.mutateAsync({ params, body: { reason, version } })}
          done={() => ['Payment file withdrawn', name]}
          rows={2}
          onClose={() => setAct(null)}
        />
      )}
    </>
  );
}

function Notices({ file }: { file: File }) {
  const changed = [...new Set(file.vouchers.flatMap(({ notice }) => notice ?? []))];
  return (
    <>
      {file.withdrawn !== null && (
        <Notice
          tone="warn"
          title={
            <>
              Withdrawn by <UserLink inText user={file.withdrawn.by} />.
            </>
          }
        >
          {file.withdrawn.reason} · <InstantText value={file.withdrawn.at} />
        </Notice>
      )}
      {file.status !== 'WITHDRAWN' &&
        changed.map((notice) => (
          <Notice key={notice} tone="warn">
            {notice}
          </Notice>
        ))}
    </>
  );
}
