import { bankAccountForm } from '../../../../domain/registers/party-shapes.ts';
import { accountingInfo } from '../../../../domain/registers/aggregates.ts';
import { useDialogForm } from '../../../ui/dialogs/use-dialog-form.ts';
import { useEndpoint, useWrite } from '../../../api/use-endpoint.ts';
import { useSession } from '../../../api/session.ts';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import type { PartyRecord, PartyRegister } from './party-registers.ts';
import { ofShape } from '../../../ui/forms/use-contract-form.ts';
import { FormSelect, FormText } from '../../../ui/forms/FormFields.tsx';

type Props = { register: PartyRegister; party: PartyRecord; onClose: () => void };

/** Proposes where a party is paid in one currency. */
export function BankDialog({ register, party, onClose }: Props) {
  const session = useSession();
  const { data } = useEndpoint(accountingInfo, {}, { staleTime: 300_000 });
  const propose = useWrite(register.endpoints.proposeAccount);
  const { form, dialog } = useDialogForm({
    ...ofShape(bankAccountForm),
    initial: {
      currency: session?.user.firm.baseCurrency ?? '',
      bank: '',
      branch: '',
      account_name: party.name,
      account_number: '',
      swift: '',
    },
    send: (body) => propose.mutateAsync({ params: { id: String(party.id) }, body }),
    done: () => ['Account proposed', 'Another person confirms it.'],
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Propose a bank account"
      description={`Nothing changes until another person confirms it. Then ${party.name} is paid to it in this currency, and every voucher says so for 24 hours.`}
      action="Propose account"
      {...{ onClose, ...dialog }}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <FormSelect
          {...{ form }}
          name="currency"
          label="Currency"
          options={(data?.currencies ?? []).map((one) => ({ value: one.code, label: one.code, detail: one.name }))}
        />
        <FormText {...{ form }} name="account_number" label="Account number or IBAN" />
        <FormText {...{ form }} name="account_name" label="Account name" className="col-span-full" />
        <FormText {...{ form }} name="bank" label="Bank" />
        <FormText {...{ form }} name="branch" label="Branch" />
        <FormText {...{ form }} name="swift" label="SWIFT code" />
      </div>
    </FormDialog>
  );
}
