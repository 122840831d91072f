import type { ReactNode } from 'react';
import type { DecisionCalls } from '../../../domain/decision-calls.ts';
import { KINDS, titleOf } from '../../../domain/records/kinds.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { toastSuccess } from '../../ui/notices/toast.ts';
import { usePostingDay } from './PostingDayField.tsx';
import type { RecordHandle } from './record-handle.ts';
import { ReviewDrawer } from './ReviewDrawer.tsx';

type Decided = { status: string; number?: string | null | undefined };

type Props = {
  open: boolean;
  onClose: () => void;
  record: RecordHandle;
  calls: Pick<DecisionCalls, 'preview' | 'approve'>;
  description: string;
  effects: readonly ReactNode[];
  /** What its kind shows of it besides. */
  children?: ReactNode;
};

/** A draft's name within a sentence: "receipt #12"; numbers keep their capitals. */
function lowered(name: string): string {
  return name.includes('/') ? name : name.charAt(0).toLowerCase() + name.slice(1);
}

/** Decides a record of money: what approving it will do, then approve, or reject with a reason. */
export function DecideDrawer({ open, onClose, record, calls, description, effects, children }: Props) {
  const { name } = record;
  const { noun } = KINDS[record.kind];
  const id = String(record.id);
  const posting = usePostingDay();
  const preview = useEndpoint(calls.preview, { params: { id }, query: posting.chosen }, { enabled: open });
  const decide = useWrite(calls.approve, {
    onSuccess: (reply: Decided) => {
      onClose();
      const approved = reply.status !== 'REJECTED';
      toastSuccess(`${titleOf({ noun })} ${approved ? 'approved' : 'rejected'}`, reply.number ?? name);
    },
  });
  return (
    <ReviewDrawer
      {...{ open, onClose, record, noun, description, effects, preview }}
      quiet
      // Money has the day of its bank.
      {...(preview.data?.posting !== undefined && { posting })}
      name={lowered(name)}
      onDecide={(a, reason) =>
        decide.mutateAsync({
          params: { id, a },
          query: {},
          body: {
            version: record.version,
            ...(a === 'APPROVED' && posting.chosen),
            ...(reason === '' ? {} : { reason }),
          },
        })
      }
      busy={decide.isPending}
    >
      {children}
    </ReviewDrawer>
  );
}
