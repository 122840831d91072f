import {
  editPremiumVoucher,
  findPoliciesBySecurity,
  savePremiumVoucher,
  submitVoucher,
} from '../../../domain/vouchers/contract.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { LISTS, voucherHref } from '../../paths.ts';
import { useGo } from '../../ui/buttons/AppLink.tsx';
import { RecordForm, useRecordForm, type RecordFormProps } from '../records/RecordForm.tsx';
import { currenciesOf, type PayableItem } from './paying.ts';
import { bodyOfPremium, faultsOfPremium, PREMIUM_FORM, type PremiumValues } from './premium-form.ts';
import { PremiumFields } from './PremiumFields.tsx';
import { PremiumItems } from './PremiumItems.tsx';
import { PremiumRail } from './PremiumRail.tsx';
import { toastSaved } from './voucher-words.ts';

/** A premium voucher to one security, in one currency, against what is released of its credit notes. */
export function PremiumVoucherForm({ title, detail, keep, initial, editing }: RecordFormProps<PremiumValues>) {
  const go = useGo();
  const save = useWrite(savePremiumVoucher);
  const edit = useWrite(editPremiumVoucher);
  const state = useRecordForm({
    keep,
    initial,
    editing,
    shape: PREMIUM_FORM,
    faultsOf: (typed: PremiumValues) => faultsOfPremium(typed, items, currency),
    named: { items: 'amounts' },
    save: (typed) => {
      const body = bodyOfPremium(typed, items, currency);
      return editing === null ? save.mutateAsync({ body }) : edit.mutateAsync({ body: { ...body, ...editing } });
    },
    submit: submitVoucher,
    onDone: ({ id }, how) => {
      toastSaved(id, how);
      go(voucherHref(id));
    },
  });
  const { form } = state;
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
  return (
    <RecordForm
      kind="voucher"
      {...{ title, detail, editing, state }}
      list={LISTS.vouchers}
      rail={<PremiumRail {...{ items, currency, values }} />}
    >
      <PremiumFields {...{ form, currency, currencies }} />
      <PremiumItems {...{ form, items, currency }} error={matches.error} waiting={payable === undefined} />
    </RecordForm>
  );
}
