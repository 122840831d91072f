import { saveTemplate } from '../../../../domain/placements/templates.ts';
import { useDialogForm } from '../../../ui/dialogs/use-dialog-form.ts';
import { can, useSession } from '../../../api/session.ts';
import { Checkbox } from '../../../ui/fields/Choice.tsx';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import type { PolicyRecord } from './policy-values.ts';
import { useWrite } from '../../../api/use-endpoint.ts';
import { FormText } from '../../../ui/forms/FormFields.tsx';

/** Keeps the terms of a policy or slip for the next one of its class. */
export function SaveTemplateDialog({ record, onClose }: { record: PolicyRecord; onClose: () => void }) {
  const session = useSession();
  const save = useWrite(saveTemplate);
  const { form, dialog } = useDialogForm({
    shape: saveTemplate.body,
    body: (values) => ({ ...values, policy: record.id }),
    initial: { name: '', firm: false },
    send: (body) => save.mutateAsync({ body }),
    done: (_reply, values) => ['Template saved', values.name],
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Save as template"
      description={`The terms of ${record.broker_reference} as they are now, with its securities and clauses, for new placements in ${record.cover_type.class ?? record.cover_type.name}. Parties, days, sums and references are not kept.`}
      action="Save template"
      {...{ onClose, ...dialog }}
    >
      <FormText {...{ form }} name="name" label="Name" hint="For example Fire, 60% order" />
      {can(session, 'firm.manage') && (
        <Checkbox
          label="For every branch"
          hint="Otherwise it is of this policy’s branch alone."
          checked={form.values.firm}
          onChange={(firm) => form.set({ firm })}
        />
      )}
    </FormDialog>
  );
}
