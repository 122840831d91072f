import { editUser } from '../../../domain/accounts/users.ts';
import { can, useSession } from '../../api/session.ts';
import { useDialogForm } from '../../api/use-dialog-form.ts';
import { Bound } from '../../ui/Bound.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toastSuccess } from '../../ui/toast.ts';

type Props = { user: { id: number; version: number; name: string; email: string }; onClose: () => void };

/** A user's name and, for root, the address by which they sign in. */
export function EditUserDialog({ user, onClose }: Props) {
  const mayMove = can(useSession(), 'roles.manage');
  const known = { id: user.id, version: user.version };
  const { form, refusal, submit, ...state } = useDialogForm({
    endpoint: editUser,
    initial: { name: user.name, email: user.email },
    schema: editUser.body,
    bodyOf: (values) => ({ ...known, ...values }),
    inputOf: (values) => ({ body: { ...known, ...values } }),
    onDone: (_, { name }) => {
      toastSuccess(`${name.trim()} saved`);
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Edit ${user.name}`}
      action="Save user"
      {...{ onClose, ...state }}
      refusal={refusal?.message}
      onSubmit={submit}
    >
      <Bound control={form.control} name="name">
        {(field) => <TextField label="Name" required autoFocus maxLength={100} {...field} />}
      </Bound>
      <Bound control={form.control} name="email">
        {(field) => (
          <TextField
            label="Email"
            type="email"
            inputMode="email"
            required
            disabled={!mayMove}
            hint={
              mayMove
                ? 'They sign in with it. A new one ends their sessions; both addresses are told.'
                : 'Only root changes the address by which somebody signs in.'
            }
            {...field}
          />
        )}
      </Bound>
    </FormDialog>
  );
}
