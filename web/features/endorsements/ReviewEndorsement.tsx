import { useQueryClient } from '@tanstack/react-query';
import type { WireReply } from '../../../domain/endpoint.ts';
import { approveEndorsement, getEndorsement, previewEndorsement } from '../../../domain/endorsements/contract.ts';
import { showDay } from '../../../domain/values/day.ts';
import { call } from '../../api/client.ts';
import { can, useSession } from '../../api/session.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { DecisionPanel } from '../../ui/DecisionPanel.tsx';
import { FiguresPanel } from '../../ui/FiguresPanel.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { Identity } from '../policies/Identity.tsx';
import { SinceDecision } from '../system/SinceDecision.tsx';
import { noteFigure, type EndorsementRecord } from './endorsement-values.ts';

type Props = {
  record: EndorsementRecord;
  open: boolean;
  onClose: () => void;
  onApproved: (record: EndorsementRecord) => void;
};

/** What approving the endorsement will do, by the server's own preview; then approve, or reject with a reason. */
export function ReviewEndorsement({ record, open, onClose, onApproved }: Props) {
  const session = useSession();
  const client = useQueryClient();
  const id = String(record.id);
  const preview = useEndpoint(previewEndorsement, { params: { id } }, { enabled: open });
  const announce = async () => {
    const decided = await call(getEndorsement, { params: { id } });
    const [note] = decided.notes;
    toastSuccess('Endorsement approved', note === undefined ? record.number : `${note.number} issued`);
    onApproved(decided);
  };
  const decide = useWrite(approveEndorsement, {
    onSuccess: (reply) => {
      onClose();
      if (reply.status === 'REJECTED') toastSuccess('Endorsement rejected', `${record.number} is back with its maker.`);
      else void announce();
    },
    onProblem: (problem) => {
      toastProblem('The endorsement was not decided', problem);
      // Someone else decided, changed or endorsed meanwhile: what is there now is shown.
      if (problem.status === 409) void client.invalidateQueries();
    },
  });
  const { data, error } = preview;
  const send = (a: 'APPROVED' | 'REJECTED', reason: string) =>
    decide.mutate({
      params: { id, a },
      query: {},
      body: { version: record.version, endorsed: data?.endorsed, ...(reason === '' ? {} : { reason }) },
    });
  const whyNot = can(session, 'policies.decide')
    ? data?.why_not
    : 'You can look at it; a manager of the branch decides.';
  const stale = data !== undefined && data.version !== record.version;
  return (
    <DecisionPanel
      {...{ open, onClose }}
      title={`Review ${record.number}`}
      description={record.description}
      currency={record.currency}
      effects={effectsOf(record, data)}
      notes={(data?.notes ?? []).map((note) => ({
        label: note.kind,
        party: note.party,
        ...(note.due_on === null ? {} : { detail: `Due ${showDay(note.due_on)}` }),
        amount: note.amount,
      }))}
      journal={(data?.journal ?? []).map((line) => ({ ...line, account: `${line.account} ${line.account_name}` }))}
      warnings={[
        ...(whyNot == null ? [] : [{ tone: 'info' as const, message: whyNot }]),
        ...(data?.warnings ?? [])
          .filter((message) => message !== whyNot)
          .map((message) => ({ tone: 'warn' as const, message })),
        ...(stale
          ? [{ tone: 'bad' as const, message: 'This record changed since you opened it. Close this and look again.' }]
          : []),
      ]}
      approve={{
        label: 'Approve endorsement',
        onApprove: (reason) => send('APPROVED', reason),
        disabledReason:
          whyNot ??
          (stale ? 'It changed since you opened it.' : undefined) ??
          (error !== null ? error.message : data === undefined ? 'Working out what it will do…' : undefined),
      }}
      {...(data?.can_decide === true
        ? { reject: { label: 'Reject endorsement', onReject: (reason: string) => send('REJECTED', reason) } }
        : {})}
      busy={decide.isPending}
    >
      {error !== null && data === undefined && <ErrorState error={error} onRetry={() => void preview.refetch()} />}
      <SinceDecision entity="endorsement" id={record.id} enabled={open} />
      <ReviewFigures record={record} figures={data?.figures ?? record.figures} />
    </DecisionPanel>
  );
}

type Preview = WireReply<typeof previewEndorsement>;

function effectsOf(record: EndorsementRecord, preview: Preview | undefined): string[] {
  const takes = `It takes effect on ${showDay(record.effective_date)}.`;
  if (preview === undefined || preview.figures === null) return [takes];
  const { notes, journal } = preview;
  if (journal.length === 0) return [takes, 'No money moves: no note is issued and nothing is posted.'];
  return [
    takes,
    `${notes.length === 1 ? 'One note is' : `${notes.length} notes are`} issued and numbered.`,
    `A journal entry of ${journal.length} lines, posted today.`,
  ];
}

function ReviewFigures({ record, figures }: { record: EndorsementRecord; figures: EndorsementRecord['figures'] }) {
  const { currency } = record;
  const returns = figures.debit_note.startsWith('-');
  const shown = (amount: string) => (returns ? negated(amount) : amount);
  return (
    <FiguresPanel
      title="Figures"
      currency={currency}
      rows={[
        { label: 'Premium, 100%', value: figures.premium },
        { label: 'Fac premium', value: figures.fac_premium },
        { label: 'Cedant commission', value: negated(figures.commission), level: 'sub' },
        { ...noteFigure(figures.debit_note), value: figures.debit_note, level: 'total' },
      ]}
      footer={
        <Identity
          currency={currency}
          name={returns ? 'Credit note' : 'Debit note'}
          debitNote={shown(figures.debit_note)}
          net={shown(figures.netpayable)}
          brokerage={shown(figures.brokerage)}
          tax={shown(figures.tax)}
        />
      }
    />
  );
}

const negated = (amount: string) => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`);
