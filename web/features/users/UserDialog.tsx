import { createUser } from '../../../domain/accounts/users.ts';
import { useDialogForm } from '../../ui/dialogs/use-dialog-form.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { RoleFields, useChoices } from './RoleFields.tsx';
import { useWrite } from '../../api/use-endpoint.ts';
import { FormText } from '../../ui/forms/FormFields.tsx';

/** A new user, active at once; they choose their password by a mailed link. */
export function UserDialog({ onClose }: { onClose: () => void }) {
  const { sent, ...choices } = useChoices();
  const create = useWrite(createUser);
  const { form, dialog } = useDialogForm({
    shape: createUser.body,
    body: ({ name, email, ...rest }) => ({ name, email, ...sent(rest) }),
    initial: { name: '', email: '', role: '', branch: '' },
    send: (body) => create.mutateAsync({ body }),
    done: (_, { name, email }) => [`${name.trim()} invited`, `The link to choose a password goes to ${email.trim()}.`],
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Invite a user"
      description="They can work at once, after choosing a password by the link that is mailed to them."
      action="Invite user"
      {...{ onClose, ...dialog }}
    >
      <FormText {...{ form }} name="name" label="Name" autoFocus />
      <FormText {...{ form }} name="email" label="Email" type="email" inputMode="email" />
      <RoleFields {...{ form, choices }} />
    </FormDialog>
  );
}
