import { editVoucher, listReleases, saveVoucher, submitVoucher } from '../../../domain/vouchers/contract.ts';
import { voucherRules } from '../../../domain/vouchers/kinds.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { useGo } from '../../ui/buttons/AppLink.tsx';
import { FiguresPanel } from '../../ui/marks/FiguresPanel.tsx';
import { FormPage } from '../../ui/forms/FormPage.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { useContractForm } from '../../ui/forms/use-contract-form.ts';
import { forgetInput } from '../../ui/forms/use-kept-input.ts';
import { paths, voucherHref } from '../../paths.ts';
import { useSaveRecord, type Editing } from '../records/use-save-record.ts';
import { differenceOf } from '../ledger/wire-amounts.ts';
import { bodyOfOther, faultsOfOther, OTHER_FORM, type OtherValues } from './other-form.ts';
import { OtherFields } from './OtherFields.tsx';
import { toastSaved } from './voucher-words.ts';

type Props = {
  title: string;
  detail: string;
  keep: string;
  initial: OtherValues;
  editing: Editing;
};

/** A brokerage drawing, a tax remittance or an expense. */
export function OtherVoucherForm({ title, detail, keep, initial, editing }: Props) {
  const go = useGo();
  const version = editing === null ? '' : String(editing.version);
  const state = useContractForm<OtherValues>({
    shape: OTHER_FORM,
    initial,
    faultsOf: (typed) => faultsOfOther(typed, free),
    keep: { key: keep, version },
  });
  const { form, faults } = state;
  const { values } = form;
  const { kind, currency } = values;
  const { holds, from } = voucherRules(kind);
  const releases = useEndpoint(listReleases, { query: {} });
  const release = releases.data?.find(
    (row) =>
      row.currency === currency && row.kind === holds && (kind !== 'TAX' || String(row.payee?.id) === values.tax?.id),
  );
  const free: string | null = holds === null || releases.data === undefined ? null : (release?.available ?? '0');
  const save = useWrite(saveVoucher);
  const edit = useWrite(editVoucher);
  const saving = useSaveRecord({
    state,
    save: (typed) => {
      const body = bodyOfOther(typed);
      return editing === null ? save.mutateAsync({ body }) : edit.mutateAsync({ body: { ...body, ...editing } });
    },
    submit: submitVoucher,
    onDone: (saved, how) => {
      forgetInput(keep);
      toastSaved(saved.id, how);
      go(voucherHref(saved.id));
    },
  });
  return (
    <FormPage
      {...{ title, detail }}
      busy={saving.busy}
      problems={faults}
      notice={saving.refusal !== null && <Notice tone="bad">{saving.refusal}</Notice>}
      draft={{ onSave: saving.saveDraft }}
      submit={{ label: 'Submit voucher', onSubmit: saving.submit }}
      onCancel={() => go(editing === null ? paths.payables : voucherHref(editing.id))}
      rail={
        <FiguresPanel
          live
          title="This voucher"
          currency={currency}
          rows={[
            ...(free === null ? [] : [{ label: 'Available', value: free }]),
            { label: 'To pay', value: values.amount === '' ? '0' : values.amount, level: 'total' as const },
            ...(free === null
              ? []
              : [
                  {
                    label: 'Stays available',
                    value: differenceOf(free, values.amount, currency),
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
      <OtherFields {...{ form, free }} />
    </FormPage>
  );
}
