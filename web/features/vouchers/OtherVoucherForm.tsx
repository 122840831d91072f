import { useForm, useWatch } from 'react-hook-form';
import { editVoucher, listReleases, saveVoucher } from '../../../domain/vouchers/contract.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { useGo } from '../../ui/AppLink.tsx';
import { FiguresPanel } from '../../ui/FiguresPanel.tsx';
import { FormPage } from '../../ui/FormPage.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { forgetInput, keptInput, useKeptInput } from '../../ui/use-kept-input.ts';
import { paths } from '../../paths.ts';
import { listProblems } from '../ledger/form-problems.ts';
import { voucherHref } from '../ledger/record-links.ts';
import { differenceOf } from '../ledger/wire-amounts.ts';
import { OTHER_FIELDS, otherBodyOf, otherErrors, type OtherValues } from './other-form.ts';
import { OtherFields } from './OtherFields.tsx';
import { useSaveVoucher } from './use-save-voucher.ts';

type Props = {
  title: string;
  detail: string;
  keep: string;
  initial: OtherValues;
  editing: { id: number; version: number } | null;
};

/** A brokerage drawing, a tax remittance or an expense. */
export function OtherVoucherForm({ title, detail, keep, initial, editing }: Props) {
  const go = useGo();
  const version = editing === null ? '' : String(editing.version);
  const form = useForm<OtherValues>({
    defaultValues: keptInput(keep, initial, version),
    resolver: (given) => {
      const errors = otherErrors(given, free);
      return Object.keys(errors).length === 0 ? { values: given, errors: {} } : { values: {}, errors };
    },
  });
  useKeptInput(keep, form, version);
  const values = useWatch({ control: form.control }) as OtherValues;
  const { kind, currency } = values;
  const releases = useEndpoint(listReleases, { query: {} });
  const release = releases.data?.find(
    (row) =>
      row.currency === currency &&
      (kind === 'TAX' ? row.kind === 'TAX' && String(row.payee?.id) === values.tax : row.kind === 'BROKERAGE'),
  );
  const free = kind === 'EXPENSE' || releases.data === undefined ? null : (release?.available ?? '0');
  const save = useWrite(saveVoucher);
  const edit = useWrite(editVoucher);
  const saving = useSaveVoucher({
    form,
    fields: OTHER_FIELDS,
    save: (given) => {
      const body = otherBodyOf(given);
      return editing === null ? save.mutateAsync({ body }) : edit.mutateAsync({ body: { ...body, ...editing } });
    },
    onDone: (saved) => {
      forgetInput(keep);
      go(voucherHref(saved.id));
    },
  });
  return (
    <FormPage
      {...{ title, detail }}
      busy={saving.busy}
      problems={listProblems(form.formState.errors, OTHER_FIELDS)}
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
              {kind === 'EXPENSE' ? 'Paid from the office bank.' : 'Paid from the client bank.'}
            </p>
          }
        />
      }
    >
      <OtherFields {...{ form, values, free }} />
    </FormPage>
  );
}
