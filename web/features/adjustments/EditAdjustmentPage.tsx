import { getAdjustable, getAdjustment } from '../../../domain/adjustments/contract.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useWorkIn } from '../../api/work-in.ts';
import { LISTS } from '../../paths.ts';
import { useRecordId } from '../../ui/hooks/use-record-id.ts';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { EditRecord } from '../records/EditRecord.tsx';
import type { RecordFormProps } from '../records/RecordForm.tsx';
import { valuesOfAdjustment } from './adjustment-form.ts';
import { adjustmentName, type AdjustmentRecord } from './adjustment-words.ts';
import { AdjustmentForm } from './AdjustmentForm.tsx';

export function EditAdjustmentPage() {
  const query = useEndpoint(getAdjustment, { params: { id: useRecordId() } });
  useWorkIn(query.data?.branch);
  return (
    <EditRecord kind="adjustment" list={LISTS.adjustments} {...{ query }}>
      {(record, { keep, editing, edited }) => <WithNote {...{ record, keep, editing, edited }} />}
    </EditRecord>
  );
}

type WithNoteProps = Pick<RecordFormProps<never>, 'keep' | 'editing' | 'edited'> & { record: AdjustmentRecord };

/** With what can still be done to its note. */
function WithNote({ record, keep, editing, edited }: WithNoteProps) {
  const { data, error, refetch } = useEndpoint(getAdjustable, { query: { note: String(record.note.id) } });
  if (data === undefined) return <NoPage title="Debit note" {...{ error, refetch }} list={LISTS.adjustments} />;
  return (
    <AdjustmentForm
      {...{ keep, editing, edited }}
      title={`Edit ${adjustmentName(record)}`}
      of={data}
      initial={valuesOfAdjustment(record)}
    />
  );
}
