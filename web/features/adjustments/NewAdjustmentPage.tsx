import { getAdjustable } from '../../../domain/adjustments/contract.ts';
import { useFirmToday } from '../../api/firm-day.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useAddress } from '../../ui/hooks/use-address.ts';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { LISTS, paths } from '../../paths.ts';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import { blankAdjustment } from './adjustment-form.ts';
import { AdjustmentForm } from './AdjustmentForm.tsx';

/** A new adjustment of the note that `?note=…` names. */
export function NewAdjustmentPage() {
  const [address] = useAddress();
  const today = useFirmToday();
  const named = /^\d{1,10}$/.test(address['note'] ?? '') ? address['note'] : undefined;
  const note = named ?? '0';
  const { data, error, refetch } = useEndpoint(getAdjustable, { query: { note } }, { enabled: named !== undefined });
  if (named === undefined)
    return (
      <>
        <PageTitle title="New adjustment" />
        <EmptyState
          title="Choose the debit note first."
          action={<LinkButton href={paths.underwriting}>Go to policies</LinkButton>}
        >
          Open the money of its policy and choose Without cash beside the note.
        </EmptyState>
      </>
    );
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
