import { ERRORS } from '../../../domain/errors.ts';
import { getVoucher, makeVoucherDocument, voucherCalls } from '../../../domain/vouchers/contract.ts';
import { VOUCHERS } from '../../../domain/vouchers/kinds.ts';
import { VOUCHER_STATES } from '../../../domain/vouchers/states.ts';
import { whyNotAdvised } from '../../../domain/vouchers/remittance.ts';
import { mayIn } from '../../../domain/states.ts';
import { fetchFile } from '../../api/download.ts';
import { can, useSession } from '../../api/session.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useWorkIn } from '../../api/work-in.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { later } from '../../ui/later/later.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { atId, LISTS, paths, withQuery } from '../../paths.ts';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { useRecordId } from '../../ui/hooks/use-record-id.ts';
import { RecordView } from '../records/RecordView.tsx';
import { useAct, useOpened } from '../records/use-act.ts';
import type { Acts } from '../records/use-record-acts.tsx';
import { approvalEffects, reversalEffects } from './voucher-effects.tsx';
import { boughtBy, movesBank, payeeOf, voucherName, type VoucherRecord } from './voucher-words.ts';
import { VoucherItems } from './VoucherItems.tsx';
import { showDay } from '../../ui/marks/format.ts';
import { Payee } from './Payee.tsx';

export function VoucherPage() {
  const id = useRecordId();
  const { data, error, refetch } = useEndpoint(getVoucher, { params: { id } });
  useWorkIn(data?.branch);
  if (data === undefined) return <NoPage title="Voucher" {...{ error, refetch }} list={LISTS.vouchers} />;
  return <VoucherView key={data.id} voucher={data} />;
}

/** What was made good for a note is drawn back once its money came. M17. */
const drawBackHref = ({ note, currency, amount }: VoucherRecord) =>
  withQuery(paths.voucherOther, { kind: 'DRAW_BACK', currency, note: note?.id, note_name: note?.name, amount });

const RemittanceDialog = later(async () => (await import('./RemittanceDialog.tsx')).RemittanceDialog);
const PayDialog = later(async () => (await import('./PayDialog.tsx')).PayDialog);
const PaymentWay = later(async () => (await import('./PaymentWay.tsx')).PaymentWay);

const PAPER = 'Payment voucher';

/** Once a voucher is approved, another than who approved it pays it. */
function useActs(voucher: VoucherRecord, onAct: (act: string) => void): Acts {
  const session = useSession();
  const decidedByMe = session?.user.firm.makerChecker === true && voucher.decided_by?.id === session.user.id;
  const moves = movesBank(voucher);
  const next =
    can(session, 'vouchers.pay') && mayIn(VOUCHER_STATES, voucher.status, 'pay') ? (
      <Button
        variant="primary"
        disabledReason={decidedByMe ? `You approved it, so someone else ${moves ? 'pays' : 'books'} it.` : undefined}
        onClick={() => onAct('pay')}
      >
        {moves ? 'Pay voucher' : 'Book set-off'}
      </Button>
    ) : voucher.number !== null ? (
      <Button onClick={() => onAct('document')}>{PAPER}</Button>
    ) : undefined;
  return {
    calls: voucherCalls,
    editHref: atId(paths.voucherEdit, voucher.id),
    create: VOUCHERS[voucher.kind].create,
    decide: VOUCHERS[voucher.kind].decide,
    next,
    more: [
      ...(voucher.kind === 'MAKE_GOOD' &&
      voucher.status === 'PAID' &&
      voucher.note !== null &&
      can(session, 'drawings.create')
        ? [{ label: 'Draw it back', href: drawBackHref(voucher) }]
        : []),
      ...(mayAdvise(voucher) && can(session, 'vouchers.pay')
        ? [{ label: 'Send remittance advice…', onSelect: () => onAct('advise') }]
        : []),
    ],
  };
}

/** Whether its payee may be sent advice of it now. */
function mayAdvise({ kind, status, payee, to_order: toOrder, note, ordered, advice, bank_date: day }: VoucherRecord) {
  const sent = advice !== null && advice.outcome !== 'PROBLEM' && (advice.day === day || status !== 'PAID');
  return whyNotAdvised({ kind, status, payee, toOrder, note, ordered, advised: sent }) === null;
}

const referenceOf = ({ bank_reference: text }: VoucherRecord) => (text === '' ? null : text);

/** When, from where and under what reference it is paid. */
const paymentFacts = (voucher: VoucherRecord) => [
  { label: voucher.paid_by === null ? 'To be paid on' : 'Paid on', value: showDay(voucher.bank_date) },
  { label: 'Bank reference', value: referenceOf(voucher) },
  { label: 'From', value: voucher.bank_account.purpose === 'OFFICE' ? 'Office bank' : 'Client bank' },
  { label: 'Bank account', value: voucher.bank_account.name },
];

/** When and under what reference it is booked. */
const bookingFacts = (voucher: VoucherRecord) => [
  { label: voucher.paid_by === null ? 'To be booked on' : 'Booked on', value: showDay(voucher.bank_date) },
  { label: 'Reference', value: referenceOf(voucher) },
];

function VoucherView({ voucher }: { voucher: VoucherRecord }) {
  const { status, currency } = voucher;
  const { act, onAct } = useAct();
  const paying = useOpened(act === 'pay', status === 'APPROVED');
  const advising = useOpened(act === 'advise', mayAdvise(voucher));
  const name = voucherName(voucher);
  const label = VOUCHERS[voucher.kind].label;
  const bought = boughtBy(voucher);
  const moves = movesBank(voucher);
  return (
    <>
      <RecordView
        {...{ act, onAct }}
        record={{ ...voucher, kind: 'voucher', name }}
        state={VOUCHER_STATES[status]}
        acts={useActs(voucher, onAct)}
        parent={LISTS.vouchers}
        subtitle={
          <>
            <Payee inText {...{ voucher }} /> · {label}
          </>
        }
        glance={[
          { label: 'Amount', value: voucher.amount, currency },
          ...(bought === null ? [] : [{ label: 'Buys', value: bought.amount, currency: bought.currency }]),
          ...(voucher.nets.length > 0 ? [{ label: 'Set off', value: voucher.set_off, currency }] : []),
          ...(moves ? paymentFacts(voucher) : bookingFacts(voucher)),
        ]}
        notices={
          <>
            {voucher.payee_account?.notice != null && <Notice tone="warn">{voucher.payee_account.notice}</Notice>}
            {voucher.advice?.outcome === 'PROBLEM' && status !== 'REVERSED' && (
              <Notice tone="warn" title="No remittance advice was sent">
                {voucher.advice.problem}
              </Notice>
            )}
          </>
        }
        tab={{ value: 'items', label: 'What is paid', content: <VoucherItems voucher={voucher} /> }}
        decider="a manager"
        deeds={[
          {
            label: moves ? 'Paid by' : 'Booked by',
            who: voucher.paid_by,
            at: voucher.paid_at,
            none: status === 'APPROVED' ? 'Waits for a cashier or accountant' : 'Not yet',
          },
        ]}
        description={`${label}: ${payeeOf(voucher)}, made by ${voucher.edited_by.name}`}
        approval={approvalEffects(voucher)}
        review={moves && <PaymentWay voucher={voucher} />}
        reversal={{
          effects: reversalEffects(voucher),
          ...(voucher.taken_back && { warning: ERRORS.TAKEN_BACK.title }),
        }}
        paper={{
          button: PAPER,
          title: PAPER,
          load: () => fetchFile(makeVoucherDocument, { query: { id: String(voucher.id) } }, { name: `${name}.pdf` }),
        }}
      />
      {paying && <PayDialog voucher={voucher} onClose={() => onAct(undefined)} />}
      {advising && <RemittanceDialog vouchers={[voucher.id]} onClose={() => onAct(undefined)} />}
    </>
  );
}
