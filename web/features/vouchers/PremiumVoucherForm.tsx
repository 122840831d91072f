import { useState } from 'react';
import { editPremiumVoucher, savePremiumVoucher, submitVoucher } from '../../../domain/vouchers/contract.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { LISTS, paths, voucherHref, withQuery } from '../../paths.ts';
import { useGoOn } from '../../ui/forms/use-go-on.ts';
import { RecordForm, useRecordForm, type RecordFormProps } from '../records/RecordForm.tsx';
import { differenceOf } from '../ledger/wire-amounts.ts';
import { OfSelection, selectedIn } from './OfSelection.tsx';
import { currenciesOf, type PayableItem, totalOf } from './paying.ts';
import {
  type Against,
  bodyOfPremium,
  faultsOfPremium,
  PREMIUM_FORM,
  type PremiumValues,
  setOffIn,
} from './premium-form.ts';
import { PremiumFields } from './PremiumFields.tsx';
import { PremiumItems } from './PremiumItems.tsx';
import { PremiumRail } from './PremiumRail.tsx';
import { setOffTotal } from './setting-off.ts';
import { SettingOffTable } from './SettingOffTable.tsx';
import { useOwing } from './use-owing.ts';
import { usePayable } from './use-payable.ts';
import { toastSaved } from './voucher-words.ts';

type Props = RecordFormProps<PremiumValues> & {
  /** Of these policies alone: their ids. */
  policies?: string;
};

/** A premium voucher to one security, in one currency, against what is released of its credit notes. */
export function PremiumVoucherForm({ title, detail, keep, initial, editing, edited, policies }: Props) {
  const goOn = useGoOn();
  const chosen = policies === undefined ? null : selectedIn(policies);
  const isSelected = ({ policy }: PayableItem) => chosen === null || (policy !== null && chosen.has(String(policy.id)));
  const save = useWrite(savePremiumVoucher);
  const edit = useWrite(editPremiumVoucher);
  const state = useRecordForm({
    keep,
    initial,
    editing,
    shape: PREMIUM_FORM,
    faultsOf: (typed: PremiumValues) => faultsOfPremium(typed, against),
    named: { items: 'amounts' },
    save: (typed) => {
      const body = bodyOfPremium(typed, against);
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
  const { security } = values;
  const [named] = useState(() => Object.keys(values.amounts));
  const { payable, error, beyond } = usePayable({ security: security?.id ?? null, policies, named });
  const currencies = currenciesOf(payable ?? []);
  const currency: string =
    currencies.includes(values.currency) || payable === undefined
      ? values.currency
      : (currencies[0] ?? values.currency);
  const items: PayableItem[] = (payable ?? []).filter((item) => item.currency === currency && isSelected(item));
  const owing = useOwing({ kind: 'PREMIUM', currency, payee: security?.id ?? null });
  const against: Against = { items, owing, currency };
  const setOff = setOffIn(values, against);
  return (
    <RecordForm
      kind="voucher"
      {...{ title, detail, editing, edited, state }}
      list={LISTS.vouchers}
      figure={{
        label: 'To pay',
        value: differenceOf(totalOf(items, values, currency), setOffTotal(setOff, currency), currency),
        currency,
      }}
      rail={<PremiumRail {...{ items, currency, values }} setOff={setOffTotal(setOff, currency)} />}
    >
      <PremiumFields {...{ form, currency, currencies }} />
      {policies !== undefined && (
        <OfSelection
          {...{ policies }}
          all={withQuery(paths.voucherNew, { security: security?.id, currency: values.currency })}
        />
      )}
      <PremiumItems {...{ form, items, currency }} waiting={payable === undefined} {...{ error, beyond }} />
      <SettingOffTable
        {...{ owing }}
        amounts={setOff}
        fault={form.errors['nets']}
        onAmount={(item, amount) => form.set({ nets: { ...values.nets, [item]: amount } })}
      />
    </RecordForm>
  );
}
