import { bankAccountForm } from '../../../domain/registers/party-shapes.ts';
import { accountingInfo } from '../../../domain/registers/aggregates.ts';
import { useDialogForm } from '../../api/use-dialog-form.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useSession } from '../../api/session.ts';
import { Bound } from '../../ui/Bound.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import type { PartyRecord, PartyRegister } from './party-registers.ts';

type Props = { register: PartyRegister; party: PartyRecord; onClose: () => void };

/** Proposes where a party is paid in one currency. */
export function BankDialog({ register, party, onClose }: Props) {
  const session = useSession();
  const { data } = useEndpoint(accountingInfo, {}, { staleTime: 300_000 });
  const { form, busy, dirty, refusal, submit } = useDialogForm({
    endpoint: register.endpoints.proposeAccount,
    initial: {
      currency: session?.user.firm.baseCurrency ?? '',
      bank: '',
      branch: '',
      account_name: party.name,
      account_number: '',
      swift: '',
    },
    schema: bankAccountForm,
    bodyOf: (values) => values,
    inputOf: (values) => ({ params: { id: String(party.id) }, body: values }),
    onDone: () => {
      toastSuccess('Account proposed', 'Another person confirms it.');
      onClose();
    },
  });
  const { control } = form;
  return (
    <FormDialog
      title="Propose a bank account"
      description={`Nothing changes until another person confirms it. Then ${party.name} is paid to it in this currency, and every voucher says so for 24 hours.`}
      action="Propose account"
      {...{ onClose, busy, dirty }}
      refusal={refusal?.message}
      onSubmit={submit}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <Bound {...{ control }} name="currency">
          {(field) => (
            <Select
              label="Currency"
              required
              options={(data?.currencies ?? []).map((one) => ({ value: one.code, label: one.code, detail: one.name }))}
              {...field}
            />
          )}
        </Bound>
        <Bound {...{ control }} name="account_number">
          {(field) => <TextField label="Account number or IBAN" required {...field} />}
        </Bound>
        <Bound {...{ control }} name="account_name">
          {(field) => <TextField label="Account name" required className="col-span-full" {...field} />}
        </Bound>
        <Bound {...{ control }} name="bank">
          {(field) => <TextField label="Bank" required {...field} />}
        </Bound>
        <Bound {...{ control }} name="branch">
          {(field) => <TextField label="Branch" {...field} />}
        </Bound>
        <Bound {...{ control }} name="swift">
          {(field) => <TextField label="SWIFT code" {...field} />}
        </Bound>
      </div>
    </FormDialog>
  );
}
