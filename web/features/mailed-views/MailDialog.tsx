import type { WireReply } from '../../../domain/endpoint.ts';
import { bodyOf } from '../../../domain/forms.ts';
import { editMailed, type getMailed, saveMailed } from '../../../domain/views/schedule-contract.ts';
import * as z from 'zod/mini';
import { useFirmToday } from '../../api/firm-day.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { useDialogForm } from '../../ui/dialogs/use-dialog-form.ts';
import { MailFields } from './MailFields.tsx';
import { StaleAction } from '../../ui/dialogs/AsOpened.tsx';

type Mailed = WireReply<typeof getMailed>;

const SHAPE = z.omit(saveMailed.body, { view: true });
const RIGHTS = 'Each person gets only what they may see on the day it is sent.';

/** Has a view mailed by the calendar. */
export function MailDialog({ view, onClose }: { view: { id: number; name: string }; onClose: () => void }) {
  const today = useFirmToday();
  const save = useWrite(saveMailed);
  const { form, dialog } = useDialogForm({
    shape: SHAPE,
    initial: {
      every: 'WEEK' as const,
      first_on: today,
      format: 'xlsx' as const,
      not_empty: true,
      users: [] as string[],
    },
    body: (values) => bodyOf(SHAPE, values),
    send: (body) => save.mutateAsync({ body: { ...body, view: view.id } }),
    done: () => ['View is mailed', view.name],
    onDone: onClose,
  });
  return (
    <FormDialog title={`Mail “${view.name}”`} description={RIGHTS} action="Mail view" {...{ ...dialog, onClose }}>
      <MailFields {...{ form }} />
    </FormDialog>
  );
}

/** Changes when a view is mailed, as what and to whom. */
export function EditMailDialog({ of, onClose }: { of: Mailed; onClose: () => void }) {
  const edit = useWrite(editMailed);
  const { every, first_on, format, not_empty } = of;
  const on = of.users.filter((one) => !one.left);
  const { form, refusal, dialog } = useDialogForm({
    shape: SHAPE,
    initial: { every, first_on, format, not_empty, users: on.map((one) => String(one.id)) },
    body: (values) => bodyOf(SHAPE, values),
    send: (body) => edit.mutateAsync({ body: { ...body, id: of.id, version: of.version } }),
    done: () => ['Mailed view changed', of.name],
    onDone: onClose,
  });
  return (
    <FormDialog
      title={`Change “${of.name}”`}
      description={RIGHTS}
      action="Save"
      {...{ ...dialog, onClose }}
      refusalAction={<StaleAction problem={refusal} />}
    >
      <MailFields {...{ form }} known={on.map(({ id, name }) => ({ id: String(id), label: name }))} />
    </FormDialog>
  );
}
