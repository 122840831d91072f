import { saveTemplate } from '../../../domain/policies/templates.ts';
import { useDialogForm } from '../../api/use-dialog-form.ts';
import { can, useSession } from '../../api/session.ts';
import { Bound } from '../../ui/Bound.tsx';
import { Checkbox } from '../../ui/Choice.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import type { PolicyRecord } from './policy-values.ts';

/** Keeps the terms of a policy or slip for the next one of its class. */
export function SaveTemplateDialog({ record, onClose }: { record: PolicyRecord; onClose: () => void }) {
  const session = useSession();
  const bodyOf = (values: { name: string; firm: boolean }) => ({ ...values, policy: record.id });
  const { form, busy, dirty, refusal, submit } = useDialogForm({
    endpoint: saveTemplate,
    initial: { name: '', firm: false },
    schema: saveTemplate.body,
    bodyOf,
    inputOf: (values) => ({ body: bodyOf(values) }),
    onDone: (_reply, values) => {
      toastSuccess('Template saved', values.name);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Save as template"
      description={`The terms of ${record.broker_reference} as they stand, with its securities and clauses, for new placements in ${record.cover_type.class ?? record.cover_type.name}. Parties, days, sums and references are not kept.`}
      action="Save template"
      onSubmit={submit}
      refusal={refusal?.message}
      {...{ onClose, busy, dirty }}
    >
      <Bound control={form.control} name="name">
        {(field) => <TextField {...field} label="Name" required maxLength={100} placeholder="Fire, 60% order" />}
      </Bound>
      {can(session, 'firm.manage') && (
        <Bound control={form.control} name="firm">
          {({ value, onChange }) => (
            <Checkbox
              label="For every branch"
              hint="Otherwise it is of this policy’s branch alone."
              checked={value}
              onChange={onChange}
            />
          )}
        </Bound>
      )}
    </FormDialog>
  );
}
