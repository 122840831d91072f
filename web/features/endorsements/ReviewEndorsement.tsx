import { useQueryClient } from '@tanstack/react-query';
import { approveEndorsement, getEndorsement, previewEndorsement } from '../../../domain/endorsements/contract.ts';
import { showDay } from '../../../domain/values/day.ts';
import { can, useSession } from '../../api/session.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { DecisionPanel } from '../../ui/DecisionPanel.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { SinceDecision } from '../system/SinceDecision.tsx';
import type { EndorsementRecord } from './endorsement-values.ts';

type Props = { record: EndorsementRecord; open: boolean; onClose: () => void };

/** What approving the endorsement will do, by the server's own preview; then approve, or reject with a reason. */
export function ReviewEndorsement({ record, open, onClose }: Props) {
  const session = useSession();
  const client = useQueryClient();
  const id = String(record.id);
  const preview = useEndpoint(previewEndorsement, { params: { id } }, { enabled: open });
  const decide = useWrite(approveEndorsement, {
    onSuccess: (reply) => {
      onClose();
      if (reply.status === 'REJECTED') toastSuccess('Endorsement rejected', `${record.number} is back with its maker.`);
      else toastSuccess('Endorsement approved', record.number);
    },
    onProblem: (problem) => {
      toastProblem('The endorsement was not decided', problem);
      if (problem.status === 409) void client.invalidateQueries({ queryKey: [getEndorsement.path] });
    },
  });
  const send = (a: 'APPROVED' | 'REJECTED', reason: string) =>
    decide.mutate({
      params: { id, a },
      query: {},
      body: { version: record.version, ...(reason === '' ? {} : { reason }) },
    });
  const { data, error } = preview;
  const whyNot = can(session, 'policies.decide')
    ? data?.why_not
    : 'You can look at it; a manager of the branch decides.';
  const nothing = data !== undefined && data.journal.length === 0;
  return (
    <DecisionPanel
      {...{ open, onClose }}
      title={`Review ${record.number}`}
      description={record.description}
      currency={record.currency}
      effects={[
        `It takes effect on ${showDay(record.effective_date)}.`,
        ...(nothing ? ['No money moves: no note is issued and nothing is posted.'] : []),
        ...(data !== undefined && !nothing ? [`${data.notes.length} notes, posted today.`] : []),
      ]}
      notes={(data?.notes ?? []).map((note) => ({
        label: note.kind,
        party: note.party,
        ...(note.due_on === null ? {} : { detail: `Due ${showDay(note.due_on)}` }),
        amount: note.amount,
      }))}
      journal={(data?.journal ?? []).map((line) => ({ ...line, account: `${line.account} ${line.account_name}` }))}
      warnings={[
        ...(whyNot == null ? [] : [{ tone: 'info' as const, message: whyNot }]),
        ...(data?.warnings ?? []).map((message) => ({ tone: 'warn' as const, message })),
      ]}
      approve={{
        label: 'Approve endorsement',
        onApprove: (reason) => send('APPROVED', reason),
        disabledReason:
          whyNot ?? (error !== null ? error.message : data === undefined ? 'Working out what it will do…' : undefined),
      }}
      {...(can(session, 'policies.decide') && record.status === 'PENDING'
        ? { reject: { label: 'Reject endorsement', onReject: (reason: string) => send('REJECTED', reason) } }
        : {})}
      busy={decide.isPending}
    >
      {error !== null && data === undefined && <ErrorState error={error} onRetry={() => void preview.refetch()} />}
      <SinceDecision entity="endorsement" id={record.id} enabled={open} />
    </DecisionPanel>
  );
}
