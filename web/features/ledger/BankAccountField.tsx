import type { Choice } from '../../../domain/fields.ts';
import type { BankPurpose } from '../../../domain/firm/bank-accounts.ts';
import { FormRecord } from '../../ui/forms/FormFields.tsx';
import type { FieldName, Form } from '../../ui/forms/use-contract-form.ts';
import { useOwnBanks } from './use-lookups.ts';

type Props<V> = {
  form: Form<V>;
  name: FieldName<V, Choice | null>;
  purpose: BankPurpose;
  currency: string;
  label?: string;
  /** The account that money leaves: another is chosen, and none is the default. */
  except?: string | undefined;
  className?: string;
};

/** Which of our accounts with banks the money comes into or is paid from; without a choice the default. */
export function BankAccountField<V>(props: Props<V>) {
  const { form, name, purpose, currency, label = 'Bank account', except, className = '' } = props;
  const { options, proposed, missing } = useOwnBanks(purpose, currency);
  const standard = { value: '', label: proposed === undefined ? 'Default' : `Default: ${proposed.name}` };
  const others = options.filter((one) => one.value !== except);
  const none = except === undefined ? missing : others.length === 0;
  const what = except === undefined || missing ? 'None' : 'No other account';
  return (
    <FormRecord
      {...{ form, name, label, className }}
      options={except === undefined ? [standard, ...options] : others}
      placeholder={except === undefined ? standard.label : 'Choose an account'}
      {...(none && { hint: `${what} in ${currency} yet. The firm’s settings add them under Bank accounts.` })}
    />
  );
}
