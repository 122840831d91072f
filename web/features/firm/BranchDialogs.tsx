import { branchHolds, editBranch, saveBranch, updateBranch } from '../../../domain/firm/branches.ts';
import type { CallInput } from '../../api/client.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useDialogForm } from '../../api/use-dialog-form.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { Bound } from '../../ui/Bound.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { TextArea, TextField } from '../../ui/TextField.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { StaleAction } from '../registers/StaleAction.tsx';
import type { Branch } from './BranchesSection.tsx';

type Values = { code: string; name: string; address: string; phone: string };

export function BranchDialog({ saved, onClose }: { saved?: Branch; onClose: () => void }) {
  const bodyOf = ({ code, ...rest }: Values) =>
    saved === undefined
      ? { code: code.trim().toUpperCase(), ...rest }
      : { id: saved.id, version: saved.version, ...rest };
  const { form, refusal, submit, ...state } = useDialogForm({
    // The two calls differ in what only one of them has.
    endpoint: (saved === undefined ? saveBranch : editBranch) as unknown as typeof editBranch,
    initial: {
      code: saved?.code ?? '',
      name: saved?.name ?? '',
      address: saved?.address ?? '',
      phone: saved?.phone ?? '',
    } as Values,
    schema: saved === undefined ? saveBranch.body : editBranch.body,
    bodyOf,
    inputOf: (values) => ({ body: bodyOf(values) }) as CallInput<typeof editBranch>,
    onDone: (_, { name }) => {
      toastSuccess(saved === undefined ? `${name.trim()} added` : `${name.trim()} saved`);
      onClose();
    },
  });
  const { control } = form;
  return (
    <FormDialog
      title={saved === undefined ? 'New branch' : `Edit ${saved.code}`}
      action={saved === undefined ? 'Add branch' : 'Save branch'}
      {...{ onClose, ...state }}
      refusal={refusal?.message}
      refusalAction={<StaleAction problem={refusal} />}
      onSubmit={submit}
    >
      {saved === undefined && (
        <Bound {...{ control }} name="code">
          {(field) => (
            <TextField
              label="Code"
              hint="2 to 5 letters. It stands in every number and never changes."
              required
              autoFocus
              maxLength={5}
              {...field}
            />
          )}
        </Bound>
      )}
      <Bound {...{ control }} name="name">
        {(field) => <TextField label="Name" required autoFocus={saved !== undefined} maxLength={100} {...field} />}
      </Bound>
      <Bound {...{ control }} name="address">
        {(field) => (
          <TextArea
            label="Address"
            hint="On its documents; left empty, the firm’s is printed."
            maxLength={400}
            {...field}
          />
        )}
      </Bound>
      <Bound {...{ control }} name="phone">
        {(field) => <TextField label="Phone" type="tel" maxLength={60} {...field} />}
      </Bound>
    </FormDialog>
  );
}

/** Disables a branch that nothing holds; what holds it is said first. */
export function BranchStatusDialog({ row, onClose }: { row: Branch; onClose: () => void }) {
  const off = row.status === 'ACTIVE';
  const holds = useEndpoint(branchHolds, { params: { id: String(row.id) } }, { enabled: off });
  const update = useWrite(updateBranch, {
    onSuccess: () => {
      toastSuccess(off ? `${row.name} is disabled` : `${row.name} is active again`);
      onClose();
    },
    onProblem: (problem) => {
      toastProblem('Status not changed', problem);
      onClose();
    },
  });
  const held = holds.data?.holds ?? [];
  if (off && held.length > 0)
    return (
      <Dialog
        open
        {...{ onClose }}
        title={`${row.name} cannot be disabled yet`}
        footer={
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        }
      >
        <ul className="list-disc pb-2 pl-5">
          {held.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </Dialog>
    );
  return (
    <ConfirmDialog
      open
      {...{ onClose }}
      title={off ? `Disable ${row.name}?` : `Make ${row.name} active again?`}
      effect={
        off
          ? 'Nobody can be given a role in it. Its books stay and can be read.'
          : 'People can be given roles in it again.'
      }
      action={off ? 'Disable branch' : 'Make branch active'}
      busy={update.isPending || (off && holds.data === undefined)}
      onConfirm={() =>
        update.mutate({
          query: { id: String(row.id), status: off ? 'INACTIVE' : 'ACTIVE' },
          body: { version: row.version },
        })
      }
    />
  );
}
