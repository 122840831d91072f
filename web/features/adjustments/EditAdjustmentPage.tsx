import { useState } from 'react';
import { getAdjustable, getAdjustment } from '../../../domain/adjustments/contract.ts';
import { ADJUSTMENT_STATES } from '../../../domain/adjustments/states.ts';
import { mayIn } from '../../../domain/states.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import { useRecordId } from '../../ui/hooks/use-record-id.ts';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import { adjustmentHref, LISTS } from '../../paths.ts';
import { valuesOfAdjustment } from './adjustment-form.ts';
import { adjustmentName, type AdjustmentRecord } from './adjustment-words.ts';
import { AdjustmentForm } from './AdjustmentForm.tsx';

export function EditAdjustmentPage() {
  const id = useRecordId();
  const { data, error, refetch } = useEndpoint(getAdjustment, { params: { id } });
  if (data === undefined) return <NoPage title="Adjustment" {...{ error, refetch }} list={LISTS.adjustments} />;
  return <Edited key={data.id} read={data} />;
}

/** Works on the adjustment as it was when it was opened: a later version is refused by the server, not silently taken over. */
function Edited({ read }: { read: AdjustmentRecord }) {
  const [record] = useState(read);
  const state = ADJUSTMENT_STATES[record.status];
  const of = useEndpoint(getAdjustable, { query: { note: String(record.note.id) } });
  if (!mayIn(ADJUSTMENT_STATES, record.status, 'edit')) {
    return (
      <EmptyState
        title={`This adjustment is ${state.label.toLowerCase()}.`}
        action={<LinkButton href={adjustmentHref(record.id)}>Open the adjustment</LinkButton>}
      >
        Only a draft or a rejected adjustment can be changed.
      </EmptyState>
    );
  }
  if (of.data === undefined)
    return <NoPage title="Debit note" error={of.error} refetch={of.refetch} list={LISTS.adjustments} />;
  return (
    <AdjustmentForm
      title={`Edit ${adjustmentName(record)}`}
      keep={`adjustment.${record.id}`}
      of={of.data}
      initial={valuesOfAdjustment(record)}
      editing={{ id: record.id, version: record.version }}
    />
  );
}
