import { VOUCHERS } from '../../../domain/vouchers/kinds.ts';
import { BankAccountField } from '../ledger/BankAccountField.tsx';
import { useOwnBanks } from '../ledger/use-lookups.ts';
import { FormMoney, FormSelect } from '../../ui/forms/FormFields.tsx';
import type { Form } from '../../ui/forms/use-contract-form.ts';
import { isConversion, type OtherValues } from './other-form.ts';

type Props = { form: Form<OtherValues>; currencies: readonly { value: string; label: string }[] };

/** Where a transfer goes; in another currency also how much it buys. M6. */
export function TransferFields({ form, currencies }: Props) {
  const { kind, currency, into_currency: typed } = form.values;
  const into = typed === '' ? currency : typed;
  const purpose = VOUCHERS[kind].from;
  // Within one currency it goes to another account than the one that it leaves, chosen or by default.
  const { proposed } = useOwnBanks(purpose, currency);
  const leaves = form.values.bank_account?.id ?? (proposed === undefined ? '' : String(proposed.id));
  return (
    <>
      <FormSelect
        {...{ form }}
        name="into_currency"
        label="Into currency"
        options={[{ value: '', label: `${currency}, the same` }, ...currencies.filter((one) => one.value !== currency)]}
        onChanged={() => form.set({ into_account: null })}
      />
      <BankAccountField
        className="lg:col-span-2"
        {...{ form }}
        name="into_account"
        label="Into account"
        currency={into}
        {...{ purpose }}
        {...(!isConversion(form.values) && { except: leaves })}
      />
      {isConversion(form.values) && (
        <FormMoney {...{ form, currency: into }} name="into_amount" label="Amount bought" required />
      )}
    </>
  );
}
