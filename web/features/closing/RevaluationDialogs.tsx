import * as z from 'zod/mini';
import { bookRevaluation, undoRevaluation } from '../../../domain/closing/contract.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { CallDialog } from '../../ui/dialogs/CallDialog.tsx';
import { ReasonDialog } from '../../ui/dialogs/ReasonDialog.tsx';
import { monthName } from '../firm/firm-words.ts';

type Props = { month: string; onClose: () => void };

/** Books what the page shows, in every branch. */
export function BookDialog({ month, onClose }: Props) {
  const name = monthName({ month });
  return (
    <CallDialog
      call={bookRevaluation}
      input={{ body: { month } }}
      title={`Book the revaluation of ${name}?`}
      effect="In every branch, on the last day of the month. What is owed is reversed on the next day; banks keep it."
      action="Book revaluation"
      done={`The revaluation of ${name} is booked`}
      failed={`The revaluation of ${name} is not booked`}
      {...{ onClose }}
    />
  );
}

/** Takes back what was booked, in every branch. */
export function UndoDialog({ month, onClose }: Props) {
  const undo = useWrite(undoRevaluation);
  const name = monthName({ month });
  return (
    <ReasonDialog
      title={`Undo the revaluation of ${name}?`}
      action="Undo revaluation"
      danger
      shape={z.pick(undoRevaluation.body, { reason: true })}
      send={(reason) => undo.mutateAsync({ body: { month, reason } })}
      done={() => `The revaluation of ${name} is undone`}
      hint="Each entry is taken back on its own day. The reason stays in the audit trail."
      rows={2}
      {...{ onClose }}
    />
  );
}
