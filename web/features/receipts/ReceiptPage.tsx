import { getReceipt, makeReceiptDocument2, receiptCalls } from '../../../domain/receipts/contract.ts';
import { rightsOfReceipt } from '../../../domain/receipts/rights.ts';
import { RECEIPT_STATES, RECEIPT_TYPE_LABELS } from '../../../domain/receipts/states.ts';
import { fetchFile } from '../../api/download.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useWorkIn } from '../../api/work-in.ts';
import { can, useSession, type Session } from '../../api/session.ts';
import { Notice } from '../../ui/notices/Notice.tsx';
import { Button, LinkButton } from '../../ui/buttons/Button.tsx';
import { MoneyText } from '../../ui/marks/Figures.tsx';
import type { Glance } from '../../ui/layout/RecordPage.tsx';
import { later } from '../../ui/later/later.tsx';
import { useOnceOpen } from '../../ui/later/use-once-open.ts';
import { atId, LISTS, paths, withQuery } from '../../paths.ts';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { useRecordId } from '../../ui/hooks/use-record-id.ts';
import { isNothing, sumOf } from '../ledger/wire-amounts.ts';
import { RecordView } from '../records/RecordView.tsx';
import { useAct, useOpened } from '../records/use-act.ts';
import type { Acts } from '../records/use-record-acts.tsx';
import { approvalEffects, reversalEffects } from './receipt-effects.tsx';
import { mayPassOn, receiptName, type ReceiptRecord } from './receipt-words.ts';
import { ReceiptMoney } from './ReceiptMoney.tsx';
import { PartyLink } from '../../ui/marks/NameLink.tsx';

const AllocateDialog = later(async () => (await import('./AllocateDialog.tsx')).AllocateDialog);
const BounceDialog = later(async () => (await import('./BounceDialog.tsx')).BounceDialog);

const PAPER = 'Receipt document';

export function ReceiptPage() {
  const id = useRecordId();
  const { data, error, refetch } = useEndpoint(getReceipt, { params: { id } });
  useWorkIn(data?.branch);
  if (data === undefined) return <NoPage title="Receipt" {...{ error, refetch }} list={LISTS.receipts} />;
  return <ReceiptView key={data.id} receipt={data} />;
}

/** A cheque came back: what it settled is open again, which somebody who did not make the receipt says. */
const mayBounce = (session: Session | null, receipt: ReceiptRecord) =>
  receipt.method === 'CHEQUE' && receipt.status === 'APPROVED' && can(session, 'reversals.decide');

/** Once a receipt is approved, what is left of it is allocated. */
function useActs(receipt: ReceiptRecord, onAct: (act: string) => void): Acts {
  const session = useSession();
  const { currency, status, left } = receipt;
  const maker = can(session, 'receipts.create');
  const isPassed = receipt.source !== null;
  const another = withQuery(paths.receiptNew, {
    [receipt.receiptType === 'CLAIM' ? 'security' : 'reinsured']: receipt.reinsured.id,
    currency,
  });
  const next =
    can(session, 'allocations.create') && status === 'APPROVED' && !isNothing(left, currency) ? (
      <Button variant="primary" onClick={() => onAct('allocate')}>
        Allocate what is left
      </Button>
    ) : status === 'APPROVED' ? (
      <Button onClick={() => onAct('document')}>{PAPER}</Button>
    ) : maker ? (
      <LinkButton href={paths.receiptNew}>New receipt</LinkButton>
    ) : undefined;
  return {
    calls: receiptCalls,
    editHref: atId(paths.receiptEdit, receipt.id),
    ...rightsOfReceipt(isPassed),
    // Both its branches are touched.
    ...(isPassed && { reverse: rightsOfReceipt(isPassed).decide }),
    next,
    more: [
      ...(maker ? [{ label: 'New receipt of this payer', href: another }] : []),
      ...(can(session, 'vouchers.create') && status === 'APPROVED' && !isNothing(left, currency)
        ? [
            {
              label: 'Refund what is left',
              href: withQuery(paths.voucherOther, { kind: 'REFUND', currency, receipt: receipt.id, amount: left }),
            },
          ]
        : []),
      ...(mayPassOn(session, receipt)
        ? [{ label: 'Use in another branch', href: atId(paths.receiptPassOn, receipt.id) }]
        : []),
      ...(mayBounce(session, receipt) ? [{ label: 'Cheque returned unpaid', onSelect: () => onAct('bounce') }] : []),
    ],
  };
}

function ReceiptView({ receipt }: { receipt: ReceiptRecord }) {
  const { currency, status, receiptNumber: number, source } = receipt;
  const { act, onAct } = useAct();
  const allocated = useOnceOpen(act === 'allocate');
  const bouncing = useOpened(act === 'bounce', status === 'APPROVED');
  const name = receiptName(receipt);
  return (
    <>
      <RecordView
        {...{ act, onAct }}
        record={{ ...receipt, kind: 'receipt', name, number, made_by: receipt.issuedBy }}
        state={RECEIPT_STATES[status]}
        acts={useActs(receipt, onAct)}
        parent={LISTS.receipts}
        subtitle={
          <>
            <PartyLink inText party={receipt.reinsured} /> · {RECEIPT_TYPE_LABELS[receipt.receiptType]}
          </>
        }
        glance={[
          { label: source === null ? 'Received' : 'Amount', value: receipt.receiptAmount, currency },
          number === null
            ? { label: 'Proposed', value: proposed(receipt), currency }
            : { label: 'Allocated', value: receipt.allocated, currency },
          leftGlance(receipt),
          ...(isNothing(receipt.refunded, currency) ? [] : [{ label: 'Refunded', value: receipt.refunded, currency }]),
          ...(isNothing(receipt.passed_on, currency)
            ? []
            : [{ label: 'In other branches', value: receipt.passed_on, currency }]),
          source === null
            ? { label: 'Bank reference', value: receipt.bank_reference === '' ? null : receipt.bank_reference }
            : { label: 'Cash of', value: `${source.number}, ${source.branch.name}` },
        ]}
        notices={receipt.bounced && <Notice tone="bad">The payer’s bank returned the cheque unpaid.</Notice>}
        tab={{ value: 'money', label: 'Allocation', content: <ReceiptMoney receipt={receipt} /> }}
        decider={source === null ? 'a manager or accountant' : 'another root'}
        description={`${receipt.reinsured.name}, made by ${receipt.edited_by.name}`}
        approval={approvalEffects(receipt)}
        reversal={reversalOf(receipt)}
        paper={{
          button: PAPER,
          title: 'Receipt',
          load: () => fetchFile(makeReceiptDocument2, { query: { id: String(receipt.id) } }, { name: `${name}.pdf` }),
        }}
      />
      {status === 'APPROVED' && allocated && (
        <AllocateDialog receipt={receipt} open={act === 'allocate'} onClose={() => onAct(undefined)} />
      )}
      {bouncing && <BounceDialog {...{ receipt }} onClose={() => onAct(undefined)} />}
    </>
  );
}

function reversalOf(receipt: ReceiptRecord) {
  return {
    effects: reversalEffects(receipt),
    ...(receipt.allocations.some((part) => part.effective) && {
      warning:
        'What it released to securities is released no more. Where they have been paid already, the excess is due back from them.',
    }),
    children: (
      <p className="text-mute">
        <MoneyText withCurrency value={receipt.receiptAmount} currency={receipt.currency} />{' '}
        {receipt.source === null ? 'received from' : `of ${receipt.source.number}, for`} {receipt.reinsured.name}.
      </p>
    ),
  };
}

function leftGlance({ left, currency, receiptNumber }: ReceiptRecord): Glance {
  return receiptNumber === null || isNothing(left, currency)
    ? { label: 'Left', value: null }
    : { label: 'Left', value: left, currency };
}

function proposed(receipt: ReceiptRecord): string {
  return sumOf(
    receipt.allocations.map((part) => part.amount),
    receipt.currency,
  );
}
