import { toggled } from '../../../domain/accounts/role-rights.ts';
import { editRole, saveRole } from '../../../domain/accounts/roles.ts';
import { PERMISSION_GROUPS, PERMISSION_WORDS } from '../../../domain/permission-words.ts';
import { type Permission, RESERVED_PERMISSIONS } from '../../../domain/permissions.ts';
import { useDialogForm } from '../../ui/dialogs/use-dialog-form.ts';
import { Checkbox } from '../../ui/fields/Choice.tsx';
import { Drawer } from '../../ui/dialogs/Dialog.tsx';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { emptyOf, valuesOf } from '../../../domain/forms.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { ofShape } from '../../ui/forms/use-contract-form.ts';
import { FormSwitch, FormText } from '../../ui/forms/FormFields.tsx';
import type { Role } from './user-words.ts';
import { StaleAction } from '../../ui/dialogs/AsOpened.tsx';

type Props = { role?: Role; readOnly: boolean; onClose: () => void };

/** A role: its name, its rights in plain words, and whether it requires a second factor. */
export function RoleDrawer({ role, readOnly, onClose }: Props) {
  if (role !== undefined && readOnly) {
    return (
      <Drawer open size="lg" {...{ onClose }} title={role.name} description="What this role may do, in its branch.">
        <Rights chosen={role.permissions} />
      </Drawer>
    );
  }
  return <RoleForm {...(role === undefined ? {} : { role })} {...{ onClose }} />;
}

function effectOf(role: Role | undefined): string {
  if (role === undefined) return 'Made from rights; given to users in their branches.';
  if (role.builtIn) return 'A built-in role keeps its rights. Its name and the second factor are yours to choose.';
  if (role.users === 0) return 'Nobody holds it yet.';
  const who = role.users === 1 ? '1 user holds it' : `${role.users} users hold it`;
  return `${who}. Changed rights hold at once, and they sign in again.`;
}

function RoleForm({ role, onClose }: Omit<Props, 'readOnly'>) {
  const save = useWrite(saveRole);
  const edit = useWrite(editRole);
  const { form, refusal, dialog } = useDialogForm({
    ...ofShape(saveRole.body),
    initial:
      role === undefined
        ? { ...emptyOf(saveRole.body), permissions: ['registers.view', 'dashboard.view'] }
        : valuesOf(saveRole.body, role),
    send: (body) =>
      role === undefined
        ? save.mutateAsync({ body })
        : edit.mutateAsync({ body: { ...body, id: role.id, version: role.version } }),
    done: (_, { name }) => (role === undefined ? `${name.trim()} can be given` : `${name.trim()} saved`),
    onDone: onClose,
  });
  const { permissions: chosen } = form.values;
  const problem = form.errors['permissions'];
  const change = (next: readonly Permission[]) => form.set({ permissions: [...next] });
  return (
    <FormDialog
      drawer
      size="lg"
      title={role === undefined ? 'New role' : `Edit ${role.name}`}
      description={effectOf(role)}
      action={role === undefined ? 'Make role' : 'Save role'}
      {...{ onClose, ...dialog }}
      refusalAction={<StaleAction problem={refusal} />}
    >
      <FormText {...{ form }} name="name" label="Name" autoFocus />
      <FormSwitch
        {...{ form }}
        name="secondFactorRequired"
        label="Require a second factor"
        hint="Whoever holds the role and has none adds one before anything else, at once."
      />
      {problem !== undefined && (
        <div role="alert">
          <Notice tone="bad">{problem}</Notice>
        </div>
      )}
      <Rights {...{ chosen }} {...(role?.builtIn === true ? {} : { onChange: change })} />
    </FormDialog>
  );
}

type RightsProps = { chosen: readonly Permission[]; onChange?: (next: readonly Permission[]) => void };

/** Every right in its group, with a sentence each; those of root alone are shown and cannot be chosen. */
function Rights({ chosen, onChange }: RightsProps) {
  return (
    <div className="grid gap-4 pt-1 pb-2">
      {PERMISSION_GROUPS.map(({ title, rights }) => (
        <fieldset key={title} className="min-w-0 rounded-lg border border-line px-3.5 pt-1.5 pb-2.5">
          <legend className="px-1 text-sm font-semibold">
            {title}{' '}
            <span className="font-normal text-mute tabular-nums">
              {rights.filter((one) => chosen.includes(one)).length} of {rights.length}
            </span>
          </legend>
          <div className="grid gap-x-6 gap-y-1.5 sm:grid-cols-2">
            {rights.map((right) => (
              <Checkbox
                key={right}
                label={PERMISSION_WORDS[right].label}
                hint={PERMISSION_WORDS[right].sentence}
                checked={chosen.includes(right)}
                disabled={onChange === undefined || RESERVED_PERMISSIONS.includes(right)}
                onChange={(on) => onChange?.(toggled(chosen, right, on))}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  );
}
