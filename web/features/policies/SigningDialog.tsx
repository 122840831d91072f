import { useState } from 'react';
import { recordSigning } from '../../../domain/policies/london.ts';
import { showDay } from '../../../domain/values/day.ts';
import { useSession } from '../../api/session.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { DayField } from '../../ui/DayField.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { GridField } from '../../ui/GridField.tsx';
import type { GridColumn } from '../../ui/grid-types.ts';
import { toastSuccess } from '../../ui/toast.ts';
import { firmToday } from './firm-day.ts';
import type { SlipRecord } from './slip-values.ts';

type Row = {
  id: number;
  name: string;
  stamp: string;
  reference: string;
  signed_on: string;
  signing_reference: string;
  notified_on: string;
  notified_to: string;
};

const SECURITY: GridColumn<Row> = {
  key: 'name',
  title: 'Security',
  kind: 'shown',
  align: 'left',
  width: 150,
  show: (row) => <span dir="auto">{row.name}</span>,
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

const NO_ROW: Row = {
  id: 0,
  name: '',
  stamp: '',
  reference: '',
  signed_on: '',
  signing_reference: '',
  notified_on: '',
  notified_to: '',
};

type Props = { record: SlipRecord; onClose: () => void };

/** What the securities stamped, and the day on which the signed lines were notified to them. Moves no money. */
export function SigningDialog({ record, onClose }: Props) {
  const session = useSession();
  const today = firmToday(session?.user.firm.timeZone ?? 'UTC');
  const [notified, setNotified] = useState(record.notification.notified_on ?? '');
  const [rows, setRows] = useState<Row[]>(
    record.securities.map((line) => ({
      id: line.security.id,
      name: line.security.name,
      stamp: line.stamp,
      reference: line.reference,
      signed_on: line.signed_on ?? '',
      signing_reference: line.signing_reference,
      notified_on: line.notified_on ?? '',
      notified_to: line.notified_to,
    })),
  );
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const write = useWrite(recordSigning, {
    onSuccess: () => {
      toastSuccess('Signed lines recorded', record.broker_reference);
      onClose();
    },
    onProblem: (problem) => {
      setErrors(Object.fromEntries(problem.errors.map((one) => [one.field, one.message])));
      if (problem.errors.length === 0) toastProblem('Signed lines not recorded', problem);
    },
  });
  const send = () =>
    write.mutate({
      params: { id: String(record.id) },
      body: {
        version: record.version,
        notified_on: notified === '' ? null : notified,
        lines: rows.map(({ id, name: _name, signed_on: signed, notified_on: told, ...line }) => ({
          security: id,
          ...line,
          signed_on: signed === '' ? null : signed,
          notified_on: told === '' ? null : told,
        })),
      },
    });
  const grid = {
    name: 'lines',
    rows,
    // The lines are those of the slip: none comes or goes here.
    onChange: (next: Row[]) => next.length === rows.length && setRows(next),
    newRow: (): Row => ({ ...NO_ROW }),
    errors: Object.fromEntries(
      Object.entries(errors).map(([field, message]) => [field.replace(/^lines\./, ''), message]),
    ),
    fixed: true,
  };
  return (
    <FormDialog
      title="Record signed lines"
      description={`To be notified by ${showDay(record.notification.due_on)}, 30 days from inception.`}
      action="Record signed lines"
      size="lg"
      onClose={onClose}
      onSubmit={send}
      busy={write.isPending}
    >
      <GridField {...grid} label="Signed lines" columns={SIGNED} />
      <DayField
        label="Signed lines notified on"
        hint="The day for every line that has none of its own"
        id="notified_on"
        today={today}
        max={today}
        value={notified}
        onChange={setNotified}
        error={errors['notified_on']}
      />
      <GridField {...grid} label="Notified" columns={NOTIFIED} />
    </FormDialog>
  );
}
