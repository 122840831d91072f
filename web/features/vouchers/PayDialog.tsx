import * as z from 'zod/mini';
import { payVoucher, previewVoucher } from '../../../domain/vouchers/contract.ts';
import { useFirmToday } from '../../api/firm-day.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { JournalTable } from '../../ui/dialogs/JournalTable.tsx';
import { useDialogForm } from '../../ui/dialogs/use-dialog-form.ts';
import { FormArea, FormDay, FormText } from '../../ui/forms/FormFields.tsx';
import { ofShape } from '../../ui/forms/use-contract-form.ts';
import { MoneyText } from '../../ui/marks/Figures.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { journalOf } from '../records/ReviewDrawer.tsx';
import { PaymentWay } from './PaymentWay.tsx';
import { setOffEffect } from './voucher-effects.tsx';
import { movesBank, payeeOf, voucherName, type VoucherRecord } from './voucher-words.ts';
import { ErrorState } from '../../ui/notices/States.tsx';

const SHAPE = z.pick(payVoucher.body, { bank_date: true, bank_reference: true, reason: true });
type Props = { voucher: VoucherRecord; onClose: () => void };

type Values = { bank_date: string; reason: string };

function faultsOf({ bank_date: day, reason }: Values, rules: { today: string; reasonNeeded: string | undefined }) {
  const message =
    day === '' ? 'Enter the bank date.' : day > rules.today ? 'The bank date cannot be in the future.' : null;
  return [
    ...(message === null ? [] : [{ field: 'bank_date', message }]),
    ...(rules.reasonNeeded === undefined || reason.trim() !== ''
      ? []
      : [{ field: 'reason', message: rules.reasonNeeded }]),
  ];
}

/** Pays an approved voucher: from where to where, the day and reference of the bank, and the journal that it books. */
export function PayDialog({ voucher, onClose }: Props) {
  const today = useFirmToday();
  const { currency, bank_date: planned, version } = voucher;
  const name = voucherName(voucher);
  const params = { id: String(voucher.id) };
  const { data, error, refetch } = useEndpoint(previewVoucher, { params, query: {} });
  const pay = useWrite(payVoucher);
  const setOff = !movesBank(voucher);
  const { form, dialog } = useDialogForm({
    ...ofShape(SHAPE),
    initial: { bank_date: planned > today ? today : planned, bank_reference: '', reason: '' },
    faultsOf: (values) => faultsOf(values, { today, reasonNeeded: data?.reason_needed }),
    send: (body) => pay.mutateAsync({ params, body: { ...body, version } }),
    done: () => [setOff ? 'Set-off booked' : 'Voucher paid', name],
    onDone: onClose,
  });
  const unseen = error === null ? 'Working out the journal…' : 'The journal is seen first.';
  const whyNot = data === undefined ? unseen : data.why_not;
  return (
    <FormDialog
      size="md"
      title={setOff ? `Book ${name}` : `Pay ${name}`}
      description={
        setOff ? (
          setOffEffect(voucher)
        ) : (
          <>
            <MoneyText withCurrency value={voucher.amount} currency={currency} /> to {payeeOf(voucher)}
          </>
        )
      }
      action={
        setOff ? (
          'Book set-off'
        ) : (
          <>
            Pay {currency} <MoneyText value={voucher.amount} currency={currency} />
          </>
        )
      }
      {...(whyNot !== null && { disabledReason: whyNot })}
      {...{ ...dialog, onClose }}
    >
      {data?.why_not != null && <Notice tone="warn">{data.why_not}</Notice>}
      {data?.warnings.map((warning) => (
        <Notice key={warning} tone="warn">
          {warning}
        </Notice>
      ))}
      {!setOff && <PaymentWay voucher={voucher} />}
      <div className="grid gap-3 sm:grid-cols-2">
        <FormDay {...{ form }} name="bank_date" label={setOff ? 'Booked on' : 'Bank date'} required max={today} />
        <FormText {...{ form }} name="bank_reference" label={setOff ? 'Reference' : 'Bank reference'} />
      </div>
      {data?.reason_needed !== undefined && (
        <FormArea {...{ form }} name="reason" label="Why it is paid anyway" required rows={2} />
      )}
      {data === undefined && error !== null && <ErrorState {...{ error }} onRetry={() => void refetch()} />}
      <JournalTable caption="Journal of the payment" lines={journalOf(data)} {...{ currency }} />
    </FormDialog>
  );
}
