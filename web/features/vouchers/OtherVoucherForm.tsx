import { editVoucher, saveVoucher, submitVoucher } from '../../../domain/vouchers/contract.ts';
import { listReleases } from '../../../domain/vouchers/payables-contract.ts';
import { isOfTax, NETTED_KINDS, voucherRules } from '../../../domain/vouchers/kinds.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { LISTS, voucherHref } from '../../paths.ts';
import { useGoOn } from '../../ui/forms/use-go-on.ts';
import { FiguresPanel } from '../../ui/marks/FiguresPanel.tsx';
import { differenceOf, isNothing, sumOf } from '../ledger/wire-amounts.ts';
import { RecordForm, useRecordForm, type RecordFormProps } from '../records/RecordForm.tsx';
import { bodyOfOther, faultsOfOther, OTHER_FORM, type OtherValues } from './other-form.ts';
import { useRefundable } from './RefundFields.tsx';
import { OtherFields } from './OtherFields.tsx';
import { useOwing } from './use-owing.ts';
import { toastSaved } from './voucher-words.ts';

/** A brokerage drawing, a tax remittance or an expense. */
export function OtherVoucherForm({ title, detail, keep, initial, editing, edited }: RecordFormProps<OtherValues>) {
  const goOn = useGoOn();
  const save = useWrite(saveVoucher);
  const edit = useWrite(editVoucher);
  const state = useRecordForm({
    keep,
    initial,
    editing,
    shape: OTHER_FORM,
    faultsOf: (typed: OtherValues) => faultsOfOther(typed, { free, owed }),
    save: (typed) => {
      const body = bodyOfOther(typed);
      return editing === null ? save.mutateAsync({ body }) : edit.mutateAsync({ body: { ...body, ...editing } });
    },
    submit: submitVoucher,
    onDone: ({ id }, how) => {
      toastSaved(id, how);
      goOn(voucherHref(id));
    },
  });
  const { form } = state;
  const { values } = form;
  const { kind, currency } = values;
  const { holds, from } = voucherRules(kind);
  const released = kind === 'INVOICE_TAX' || kind === 'FEE_DRAWING' ? kind : holds;
  const releases = useEndpoint(listReleases, { query: {} });
  const release = releases.data?.find(
    (row) =>
      row.currency === currency &&
      row.kind === released &&
      (!isOfTax(kind) || String(row.payee?.id) === values.tax?.id),
  );
  const refunds = useRefundable(values);
  const refund = refunds.find((one) => String(one.item) === values.note?.id);
  const ofRefund = values.override ? refund?.owed : refund?.available;
  const ofParts = released === null || releases.data === undefined ? null : (release?.available ?? '0');
  const free: string | null = kind === 'REFUND' ? (ofRefund ?? null) : ofParts;
  const nets = NETTED_KINDS.find((one) => one === kind) ?? null;
  const owing = useOwing({ kind: nets, currency, payee: kind === 'TAX' ? (values.tax?.id ?? null) : null });
  const owed: string = sumOf(
    owing.map((one) => one.open),
    currency,
  );
  const taken = sumOf([values.amount, values.set_off], currency);
  return (
    <RecordForm
      kind="voucher"
      {...{ title, detail, editing, edited, state }}
      list={LISTS.vouchers}
      figure={{ label: 'To pay', value: values.amount || '0', currency }}
      rail={
        <FiguresPanel
          live
          title="This voucher"
          currency={currency}
          rows={[
            ...(free === null ? [] : [{ label: 'Available', value: free }]),
            ...(isNothing(values.set_off, currency)
              ? []
              : [
                  { label: 'Due', value: taken },
                  { label: 'Set off', value: `-${values.set_off}`, level: 'sub' as const },
                ]),
            { label: 'To pay', value: values.amount === '' ? '0' : values.amount, level: 'total' as const },
            ...(free === null
              ? []
              : [
                  {
                    label: 'Stays available',
                    value: differenceOf(free, taken, currency),
                    level: 'sub' as const,
                  },
                ]),
          ]}
          footer={
            <p className="text-xs text-mute">
              {from === 'OFFICE' ? 'Paid from the office bank.' : 'Paid from the client bank.'}
            </p>
          }
        />
      }
    >
      <OtherFields {...{ form, free, owed, refunds }} />
    </RecordForm>
  );
}
