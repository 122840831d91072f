import { useForm, useWatch } from 'react-hook-form';
import { editPremiumVoucher, findPoliciesBySecurity, savePremiumVoucher } from '../../../domain/vouchers/contract.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { useGo } from '../../ui/AppLink.tsx';
import { FormPage } from '../../ui/FormPage.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { forgetInput, keptInput, useKeptInput } from '../../ui/use-kept-input.ts';
import { paths } from '../../paths.ts';
import { listProblems } from '../ledger/form-problems.ts';
import { voucherHref } from '../ledger/record-links.ts';
import { currenciesOf } from './paying.ts';
import { PREMIUM_FIELDS, premiumBodyOf, premiumErrors, type PremiumValues } from './premium-form.ts';
import { PremiumFields } from './PremiumFields.tsx';
import { PremiumItems } from './PremiumItems.tsx';
import { PremiumRail } from './PremiumRail.tsx';
import { useSaveVoucher } from './use-save-voucher.ts';

type Props = {
  title: string;
  detail: string;
  keep: string;
  initial: PremiumValues;
  editing: { id: number; version: number } | null;
};

/** A premium voucher to one security, in one currency, against what is released of its credit notes. */
export function PremiumVoucherForm({ title, detail, keep, initial, editing }: Props) {
  const go = useGo();
  const version = editing === null ? '' : String(editing.version);
  const form = useForm<PremiumValues>({
    defaultValues: keptInput(keep, initial, version),
    resolver: (values) => {
      const errors = premiumErrors(values, items, currency);
      return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
    },
  });
  useKeptInput(keep, form, version);
  const values = useWatch({ control: form.control }) as PremiumValues;
  const { security } = values;
  const found = useEndpoint(
    findPoliciesBySecurity,
    { query: { security: security?.id ?? '0' } },
    { enabled: security !== null },
  );
  // What was found for another security is not to be paid to this one.
  const payable = security === null || found.isPlaceholderData ? undefined : found.data;
  const currencies = currenciesOf(payable ?? []);
  const currency =
    currencies.includes(values.currency) || payable === undefined
      ? values.currency
      : (currencies[0] ?? values.currency);
  const items = (payable ?? []).filter((item) => item.currency === currency);
  const save = useWrite(savePremiumVoucher);
  const edit = useWrite(editPremiumVoucher);
  const saving = useSaveVoucher({
    form,
    fields: PREMIUM_FIELDS,
    named: { items: 'amounts' },
    save: (given) => {
      const body = premiumBodyOf(given, items, currency);
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
      problems={listProblems(form.formState.errors, PREMIUM_FIELDS)}
      notice={saving.refusal !== null && <Notice tone="bad">{saving.refusal}</Notice>}
      draft={{ onSave: saving.saveDraft }}
      submit={{ label: 'Submit voucher', onSubmit: saving.submit }}
      onCancel={() => go(editing === null ? paths.payables : voucherHref(editing.id))}
      rail={<PremiumRail {...{ items, currency, values }} />}
    >
      <PremiumFields {...{ form, currency, currencies }} />
      <PremiumItems {...{ form, values, items, currency }} error={found.error} waiting={payable === undefined} />
    </FormPage>
  );
}
