import * as z from 'zod/mini';
import { cellErrors, ofShape } from '../../ui/forms/use-contract-form.ts';
import { recordSigning, signedLine } from '../../../domain/slips/contract.ts';
import { useSession } from '../../api/session.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { GridField } from '../../ui/grid/GridField.tsx';
import type { GridColumn } from '../../ui/grid/grid-types.ts';
import { firmToday } from '../placements/form/firm-day.ts';
import type { SlipRecord } from '../placements/form/slip-values.ts';
import { emptyOf, type FormValues, valuesOf } from '../../../domain/forms.ts';
import { useDialogForm } from '../../ui/dialogs/use-dialog-form.ts';
import { FormDay } from '../../ui/forms/FormFields.tsx';
import { showDay } from '../../ui/marks/format.ts';
import { StaleAction } from '../../ui/dialogs/AsOpened.tsx';

const SHAPE = z.pick(recordSigning.body, { notified_on: true, lines: true });
type Row = FormValues<typeof signedLine>;

const SECURITY: GridColumn<Row> = {
  key: 'security',
  title: 'Security',
  kind: 'shown',
  align: 'left',
  width: 150,
  show: (row) => <span dir="auto">{row.security?.label}</span>,
};
const SIGNED: GridColumn<Row>[] = [
  SECURITY,
  { key: 'stamp', title: 'Stamp', kind: 'text', width: 100 },
  { key: 'reference', title: 'Reference', kind: 'text', width: 100 },
  { key: 'signed_on', title: 'Signed on', kind: 'day', width: 110 },
  { key: 'signing_reference', title: 'Signing reference', kind: 'text', width: 120 },
];
const NOTIFIED: GridColumn<Row>[] = [
  SECURITY,
  { key: 'notified_on', title: 'Notified on', kind: 'day', width: 110 },
  { key: 'notified_to', title: 'To whom', kind: 'text', width: 220 },
];

type Props = { record: SlipRecord; onClose: () => void };

/** What the securities stamped, and the day on which the signed lines were notified to them. Moves no money. */
export function SigningDialog({ record, onClose }: Props) {
  const session = useSession();
  const today = firmToday(session?.user.firm.timeZone ?? 'UTC');
  const write = useWrite(recordSigning);
  const { form, refusal, dialog } = useDialogForm({
    ...ofShape(SHAPE),
    initial: valuesOf(SHAPE, { notified_on: record.notification.notified_on, lines: record.securities }),
    send: (body) =>
      write.mutateAsync({ params: { id: String(record.id) }, body: { ...body, version: record.version } }),
    done: () => ['Signed lines recorded', record.broker_reference],
    onDone: onClose,
  });
  const { lines } = form.values;
  const grid = {
    name: 'lines',
    rows: lines,
    // The lines are those of the slip: none comes or goes here.
    onChange: (next: Row[]) => next.length === lines.length && form.set({ lines: next }),
    newRow: () => emptyOf(signedLine),
    errors: cellErrors(form, 'lines'),
    fixed: true,
  };
  return (
    <FormDialog
      title="Record signed lines"
      description={`To be notified by ${showDay(record.notification.due_on)}, 30 days from inception.`}
      action="Record signed lines"
      size="lg"
      {...{ ...dialog, onClose }}
      refusalAction={<StaleAction problem={refusal} />}
    >
      <GridField {...grid} label="Signed lines" columns={SIGNED} />
      <FormDay
        {...{ form, today }}
        name="notified_on"
        label="Signed lines notified on"
        hint="The day for every line that has none of its own"
        max={today}
      />
      <GridField {...grid} label="Notified" columns={NOTIFIED} />
    </FormDialog>
  );
}
