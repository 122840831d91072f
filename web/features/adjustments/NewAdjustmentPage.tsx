import { getAdjustable } from '../../../domain/adjustments/contract.ts';
import { useFirmToday } from '../../api/firm-day.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useAddress } from '../../ui/hooks/use-address.ts';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { LISTS } from '../../paths.ts';
import { blankAdjustment } from './adjustment-form.ts';
import { AdjustmentForm } from './AdjustmentForm.tsx';

/** A new adjustment of the note that `?note=…` names. */
export function NewAdjustmentPage() {
  const [address] = useAddress();
  const today = useFirmToday();
  const note = /^\d{1,10}$/.test(address['note'] ?? '') ? (address['note'] ?? '0') : '0';
  const { data, error, refetch } = useEndpoint(getAdjustable, { query: { note } });
  if (data === undefined) return <NoPage title="Debit note" {...{ error, refetch }} list={LISTS.adjustments} />;
  return (
    <AdjustmentForm
      key={note}
      title="New adjustment"
      keep={`adjustment.new.${note}`}
      of={data}
      initial={blankAdjustment(today)}
      editing={null}
    />
  );
}
