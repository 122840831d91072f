import { createUser } from '../../../domain/accounts/users.ts';
import { useDialogForm } from '../../api/use-dialog-form.ts';
import { Bound } from '../../ui/Bound.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { RoleFields, useChoices } from './RoleFields.tsx';

/** A new user, active at once; they choose their password by a mailed link. */
export function UserDialog({ onClose }: { onClose: () => void }) {
  const { sent, ...choices } = useChoices();
  const { form, refusal, submit, ...state } = useDialogForm({
    endpoint: createUser,
    initial: { name: '', email: '', role: '', branch: '' },
    schema: createUser.body,
    bodyOf: ({ name, email, ...rest }) => ({ name, email, ...sent(rest) }),
    inputOf: ({ name, email, ...rest }) => ({ body: { name, email, ...sent(rest) } }),
    onDone: (_, { name, email }) => {
      toastSuccess(`${name.trim()} invited`, `The link to choose a password goes to ${email.trim()}.`);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Invite a user"
      description="They can work at once, after choosing a password by the link that is mailed to them."
      action="Invite user"
      {...{ onClose, ...state }}
      refusal={refusal?.message}
      onSubmit={submit}
    >
      <Bound control={form.control} name="name">
        {(field) => <TextField label="Name" required autoFocus maxLength={100} {...field} />}
      </Bound>
      <Bound control={form.control} name="email">
        {(field) => <TextField label="Email" type="email" inputMode="email" required {...field} />}
      </Bound>
      <RoleFields control={form.control} {...{ choices }} />
    </FormDialog>
  );
}
