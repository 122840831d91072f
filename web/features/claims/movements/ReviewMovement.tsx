import { useQueryClient } from '@tanstack/react-query';
import { approveMovement, previewMovement } from '../../../../domain/claims/movement-contract.ts';
import { MOVEMENT_LABELS } from '../../../../domain/claims/states.ts';
import { useEndpoint, useWrite } from '../../../api/use-endpoint.ts';
import { MoneyText } from '../../../ui/marks/Figures.tsx';
import { toastSuccess } from '../../../ui/notices/toast.ts';
import { usePostingDay } from '../../records/PostingDayField.tsx';
import { ReviewDrawer } from '../../records/ReviewDrawer.tsx';
import type { MovementRecord } from './movement-form.ts';
import { MovementEffect } from './MovementEffect.tsx';
import { showDay } from '../../../ui/marks/format.ts';

type Props = { movement: MovementRecord; open: boolean; onClose: () => void };

/** What approving the movement will do, by the server's own preview; an approval of what the claim no longer is, is refused. */
export function ReviewMovement({ movement, open, onClose }: Props) {
  const client = useQueryClient();
  const id = String(movement.id);
  const { number, currency, amount, version, type } = movement;
  const posting = usePostingDay();
  const preview = useEndpoint(previewMovement, { params: { id }, query: posting.chosen }, { enabled: open });
  const { data } = preview;
  const decide = useWrite(approveMovement, {
    onSuccess: (reply) => {
      onClose();
      const rejected = reply.status === 'REJECTED';
      toastSuccess(
        rejected ? 'Movement rejected' : 'Movement approved',
        rejected ? `${number} is back with its maker.` : number,
      );
    },
    onProblem: (problem) => {
      // Another movement was approved meanwhile: what there is now is shown.
      if (problem.status === 409) void client.invalidateQueries();
    },
  });
  const notes = data?.notes.length ?? 0;
  return (
    <ReviewDrawer
      {...{ open, onClose, preview, posting }}
      record={{ kind: 'movement', id: movement.id, version, currency }}
      noun="movement"
      name={number}
      description={`${movement.reason} · made by ${movement.edited_by.name}`}
      effects={[
        <>
          {MOVEMENT_LABELS[type]} of {showDay(movement.movement_date)}
          {amount !== null && (
            <>
              : <MoneyText withCurrency value={amount} currency={currency} /> at 100%
            </>
          )}
          .
        </>,
        notes === 0
          ? 'No note is issued.'
          : `${notes === 1 ? 'One note is' : `${notes} notes are`} issued and numbered.`,
      ]}
      fresh
      onDecide={(a, reason) =>
        decide.mutateAsync({
          params: { id, a },
          query: {},
          body: {
            version,
            ...(a === 'APPROVED' && posting.chosen),
            ...(data !== undefined && { moved: data.moved }),
            ...(reason === '' ? {} : { reason }),
          },
        })
      }
      busy={decide.isPending}
    >
      <MovementEffect effect={data ?? movement} />
    </ReviewDrawer>
  );
}
