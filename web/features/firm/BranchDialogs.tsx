import {
  branchForm,
  branchHolds,
  editBranch,
  saveBranch,
  updateBranch,
  type branchItems,
} from '../../../domain/firm/branches.ts';
import { countries } from '../../../domain/registers/contract.ts';
import { bodyOf, emptyOf, type FormValues, valuesOf } from '../../../domain/forms.ts';
import { useDialogForm } from '../../ui/dialogs/use-dialog-form.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { CallDialog } from '../../ui/dialogs/CallDialog.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { FormArea, FormSelect, FormText } from '../../ui/forms/FormFields.tsx';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { ErrorState } from '../../ui/notices/States.tsx';
import { StaleAction } from '../../ui/dialogs/AsOpened.tsx';
import type { WireReply } from '../../../domain/endpoint.ts';

export type Branch = WireReply<typeof branchItems>['data'][number];

export function BranchDialog({ saved, onClose }: { saved?: Branch; onClose: () => void }) {
  const { data: known } = useEndpoint(countries, {}, { staleTime: 3_600_000 });
  const save = useWrite(saveBranch);
  const edit = useWrite(editBranch);
  const { form, refusal, dialog } = useDialogForm({
    shape: branchForm,
    body: (values: FormValues<typeof branchForm>) => ({
      ...bodyOf(branchForm, values),
      code: values.code.trim().toUpperCase(),
    }),
    initial: saved === undefined ? emptyOf(branchForm) : valuesOf(branchForm, saved),
    send: ({ code, ...rest }) =>
      saved === undefined
        ? save.mutateAsync({ body: { code, ...rest } })
        : edit.mutateAsync({ body: { ...rest, id: saved.id, version: saved.version } }),
    done: (_, { name }) => (saved === undefined ? `${name.trim()} added` : `${name.trim()} saved`),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={saved === undefined ? 'New branch' : `Edit ${saved.code}`}
      action={saved === undefined ? 'Add branch' : 'Save branch'}
      {...{ onClose, ...dialog }}
      refusalAction={<StaleAction problem={refusal} />}
    >
      {saved === undefined && (
        <FormText
          {...{ form }}
          name="code"
          label="Code"
          maxLength={5}
          hint="2 to 5 letters. It is part of every number and never changes."
          autoFocus
        />
      )}
      <FormText {...{ form }} name="name" label="Name" autoFocus={saved !== undefined} />
      <FormArea
        {...{ form }}
        name="address"
        label="Address"
        hint="On its documents; left empty, the firm’s is printed."
      />
      <FormText {...{ form }} name="phone" label="Phone" type="tel" />
      <FormSelect
        {...{ form }}
        name="country"
        label="Country"
        clearable
        options={(known?.data ?? []).map((one) => ({ value: one.code, label: one.name, detail: one.code }))}
        hint="Where its risks are, unless a policy says otherwise."
      />
    </FormDialog>
  );
}

/** Disables a branch that nothing holds; what holds it is shown first. */
export function BranchStatusDialog({ row, onClose }: { row: Branch; onClose: () => void }) {
  const off = row.status === 'ACTIVE';
  const holds = useEndpoint(branchHolds, { params: { id: String(row.id) } }, { enabled: off });
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
    <CallDialog
      call={updateBranch}
      input={{
        query: { id: String(row.id), status: off ? 'INACTIVE' : 'ACTIVE' },
        body: { version: row.version },
      }}
      {...{ onClose }}
      title={off ? `Disable ${row.name}?` : `Make ${row.name} active again?`}
      effect={
        off
          ? 'Nobody can be given a role in it. Its books stay and can be read.'
          : 'People can be given roles in it again.'
      }
      action={off ? 'Disable branch' : 'Make branch active'}
      disabledReason={off && holds.data === undefined ? 'What holds it is seen first.' : undefined}
      done={off ? `${row.name} is disabled` : `${row.name} is active again`}
      failed={'Status not changed'}
    >
      {off && holds.error !== null && <ErrorState error={holds.error} onRetry={() => void holds.refetch()} />}
    </CallDialog>
  );
}
