import { editLimit, removeLimit, saveLimit, type limitItems } from '../../../domain/authority/contract.ts';
import { emptyOf } from '../../../domain/forms.ts';
import { KIND_NAMES, KINDS, titleOf } from '../../../domain/records/kinds.ts';
import { rolesPermissionsBranches } from '../../../domain/registers/aggregates.ts';
import { useDialogForm } from '../../ui/dialogs/use-dialog-form.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { CallDialog } from '../../ui/dialogs/CallDialog.tsx';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { FormMoney, FormSelect } from '../../ui/forms/FormFields.tsx';
import { ofShape } from '../../ui/forms/use-contract-form.ts';
import { StaleAction } from '../../ui/dialogs/AsOpened.tsx';
import type { WireReply } from '../../../domain/endpoint.ts';

export type Limit = WireReply<typeof limitItems>['data'][number];

type OfOne = { limit: Limit; onClose: () => void };
const ofLimit = ({ role, kind }: Limit) => `${role}: ${KINDS[kind].plural}`;

/** A limit for a role that has none of that kind of record. */
export function NewLimitDialog({ base, onClose }: { base: string; onClose: () => void }) {
  const { data } = useEndpoint(rolesPermissionsBranches, {}, { staleTime: 300_000 });
  const roles = (data?.roles ?? []).filter(({ role }) => role !== 'ROLE_ROOT');
  const save = useWrite(saveLimit);
  const { form, dialog } = useDialogForm({
    ...ofShape(saveLimit.body),
    initial: emptyOf(saveLimit.body),
    send: (body) => save.mutateAsync({ body }),
    done: () => 'Limit set',
    onDone: onClose,
  });
  return (
    <FormDialog
      title="New limit"
      description="It counts from the next decision on. Rejecting has no limit."
      action="Set limit"
      {...{ onClose, ...dialog }}
    >
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <FormSelect
          {...{ form }}
          name="role"
          label="Role"
          options={roles.map(({ role, name }) => ({ value: role, label: name }))}
        />
        <FormSelect
          {...{ form }}
          name="kind"
          label="Record"
          options={KIND_NAMES.map((kind) => ({ value: kind, label: titleOf(KINDS[kind]) }))}
        />
      </div>
      <FormMoney {...{ form }} name="amount" label="Up to" currency={base} />
    </FormDialog>
  );
}

export function EditLimitDialog({ base, limit, onClose }: OfOne & { base: string }) {
  const edit = useWrite(editLimit);
  const { form, refusal, dialog } = useDialogForm({
    shape: editLimit.body,
    body: ({ amount }) => ({ id: limit.id, version: limit.version, amount }),
    initial: { amount: limit.amount },
    send: (body) => edit.mutateAsync({ body }),
    done: () => 'Limit saved',
    onDone: onClose,
  });
  return (
    <FormDialog
      title={ofLimit(limit)}
      action="Save limit"
      {...{ onClose, ...dialog }}
      refusalAction={<StaleAction problem={refusal} />}
    >
      <FormMoney {...{ form }} name="amount" label="Up to" currency={base} />
    </FormDialog>
  );
}

export function RemoveLimitDialog({ limit, onClose }: OfOne) {
  return (
    <CallDialog
      call={removeLimit}
      input={{ params: { id: String(limit.id) } }}
      danger
      {...{ onClose }}
      title={`Take this limit away? ${ofLimit(limit)}`}
      effect="The role then approves such records of any amount."
      action="Take limit away"
      done={'Limit taken away'}
      failed={'Limit not taken away'}
    />
  );
}
