import {
  editPremiumVoucher,
  findPoliciesBySecurity,
  savePremiumVoucher,
  submitVoucher,
} from '../../../domain/vouchers/contract.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { useGo } from '../../ui/buttons/AppLink.tsx';
import { FormPage } from '../../ui/forms/FormPage.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { useContractForm } from '../../ui/forms/use-contract-form.ts';
import { forgetInput } from '../../ui/forms/use-kept-input.ts';
import { paths, voucherHref } from '../../paths.ts';
import { useSaveRecord, type Editing } from '../records/use-save-record.ts';
import { currenciesOf, type PayableItem } from './paying.ts';
import { bodyOfPremium, faultsOfPremium, PREMIUM_FORM, type PremiumValues } from './premium-form.ts';
import { PremiumFields } from './PremiumFields.tsx';
import { PremiumItems } from './PremiumItems.tsx';
import { PremiumRail } from './PremiumRail.tsx';
import { toastSaved } from './voucher-words.ts';

type Props = {
  title: string;
  detail: string;
  keep: string;
  initial: PremiumValues;
  editing: Editing;
};

/** A premium voucher to one security, in one currency, against what is released of its credit notes. */
export function PremiumVoucherForm({ title, detail, keep, initial, editing }: Props) {
  const go = useGo();
  const version = editing === null ? '' : String(editing.version);
  const state = useContractForm<PremiumValues>({
    shape: PREMIUM_FORM,
    initial,
    faultsOf: (typed) => faultsOfPremium(typed, items, currency),
    keep: { key: keep, version },
  });
  const { form, faults } = state;
  const { values } = form;
  const { security } = values;
  const matches = useEndpoint(
    findPoliciesBySecurity,
    { query: { security: security?.id ?? '0' } },
    { enabled: security !== null },
  );
  // What is due to another security is not to be paid to this one.
  const payable = security === null || matches.isPlaceholderData ? undefined : matches.data;
  const currencies = currenciesOf(payable ?? []);
  const currency: string =
    currencies.includes(values.currency) || payable === undefined
      ? values.currency
      : (currencies[0] ?? values.currency);
  const items: PayableItem[] = (payable ?? []).filter((item) => item.currency === currency);
  const save = useWrite(savePremiumVoucher);
  const edit = useWrite(editPremiumVoucher);
  const saving = useSaveRecord({
    state,
    named: { items: 'amounts' },
    save: (typed) => {
      const body = bodyOfPremium(typed, items, currency);
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
      rail={<PremiumRail {...{ items, currency, values }} />}
    >
      <PremiumFields {...{ form, currency, currencies }} />
      <PremiumItems {...{ form, items, currency }} error={matches.error} waiting={payable === undefined} />
    </FormPage>
  );
}
