import * as z from 'zod/mini';
import { closePeriod, closingEffects, reopenPeriod } from '../../../domain/closing/periods.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { CallDialog } from '../../ui/dialogs/CallDialog.tsx';
import { ReasonDialog } from '../../ui/dialogs/ReasonDialog.tsx';
import { ErrorState, Skeleton } from '../../ui/notices/States.tsx';
import { EffectsNotice } from '../firm/EffectsNotice.tsx';
import { Checklist } from './Checklist.tsx';
import { monthName, type Period } from '../firm/firm-words.ts';

type Props = { row: Period; onClose: () => void };

/** Closes an open month or reopens a closed one; what that does is shown first. */
export function PeriodDialog({ row, onClose }: Props) {
  return row.closed ? <ReopenDialog {...{ row, onClose }} /> : <CloseDialog {...{ row, onClose }} />;
}

function Effects({ month }: { month: string }) {
  const { data, error, refetch } = useEndpoint(closingEffects, { query: { month } });
  if (error !== null) return <ErrorState {...{ error }} onRetry={() => void refetch()} />;
  return data === undefined ? <Skeleton className="h-16 w-full" /> : <EffectsNotice {...data} />;
}

function CloseDialog({ row, onClose }: Props) {
  return (
    <CallDialog
      call={closePeriod}
      input={{ body: { month: row.month } }}
      title={`Close ${monthName(row)}?`}
      effect="It can be reopened with a reason."
      action="Close month"
      done={`${monthName(row)} is closed`}
      failed={`${monthName(row)} is not closed`}
      {...{ onClose }}
    >
      <div className="grid gap-4">
        <Checklist month={row.month} />
        <Effects month={row.month} />
      </div>
    </CallDialog>
  );
}

function ReopenDialog({ row, onClose }: Props) {
  const reopen = useWrite(reopenPeriod);
  return (
    <ReasonDialog
      title={`Reopen ${monthName(row)}?`}
      action="Reopen month"
      shape={z.pick(reopenPeriod.body, { reason: true })}
      send={(reason) => reopen.mutateAsync({ body: { month: row.month, reason } })}
      done={() => `${monthName(row)} is open again`}
      hint="It stays in the audit trail."
      rows={2}
      {...{ onClose }}
    >
      <Effects month={row.month} />
    </ReasonDialog>
  );
}
