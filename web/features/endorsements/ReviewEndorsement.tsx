import { useQueryClient } from '@tanstack/react-query';
import { FIGURES } from '../../../domain/placements/fields.ts';
import type { WireReply } from '../../../domain/endpoint.ts';
import { approveEndorsement, getEndorsement, previewEndorsement } from '../../../domain/endorsements/contract.ts';
import { type Day } from '../../../domain/values/day.ts';
import { call } from '../../api/client.ts';
import { useFirmToday } from '../../api/firm-day.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { FiguresPanel } from '../../ui/marks/FiguresPanel.tsx';
import { toastSuccess } from '../../ui/notices/toast.ts';
import { Identity } from '../placements/page/Identity.tsx';
import { postedWords, usePostingDay } from '../records/PostingDayField.tsx';
import { ReviewDrawer } from '../records/ReviewDrawer.tsx';
import { ChangedWords } from './ChangedWords.tsx';
import { noteFigure, type EndorsementRecord } from './endorsement-values.ts';
import { showDay } from '../../ui/marks/format.ts';

type Props = {
  record: EndorsementRecord;
  open: boolean;
  onClose: () => void;
  onApproved: (record: EndorsementRecord) => void;
};

/** What approving the endorsement will do, by the server's own preview; then approve, or reject with a reason. */
export function ReviewEndorsement({ record, open, onClose, onApproved }: Props) {
  const client = useQueryClient();
  const id = String(record.id);
  const posting = usePostingDay();
  const today = useFirmToday();
  const preview = useEndpoint(previewEndorsement, { params: { id }, query: posting.chosen }, { enabled: open });
  const announce = async () => {
    const decided = await call(getEndorsement, { params: { id } });
    // Its dialog says what was issued.
    onApproved(decided);
  };
  const decide = useWrite(approveEndorsement, {
    onSuccess: (reply) => {
      onClose();
      if (reply.status === 'REJECTED') toastSuccess('Endorsement rejected', `${record.number} is back with its maker.`);
      else void announce();
    },
    onProblem: (problem) => {
      // Someone else decided, changed or endorsed meanwhile: what is there now is shown.
      if (problem.status === 409) void client.invalidateQueries();
    },
  });
  const { data } = preview;
  const send = (a: 'APPROVED' | 'REJECTED', reason: string) =>
    decide.mutateAsync({
      params: { id, a },
      query: {},
      body: {
        version: record.version,
        endorsed: data?.endorsed,
        ...(a === 'APPROVED' && posting.chosen),
        ...(reason === '' ? {} : { reason }),
      },
    });
  return (
    <ReviewDrawer
      {...{ open, onClose, preview, posting }}
      record={{ ...record, kind: 'endorsement' }}
      noun="endorsement"
      name={record.number}
      description={record.description}
      effects={effectsOf(record, data, today)}
      fresh
      onDecide={send}
      busy={decide.isPending}
    >
      <ChangedWords words={record.words} />
      <ReviewFigures record={record} figures={data?.figures ?? record.figures} />
    </ReviewDrawer>
  );
}

type Preview = WireReply<typeof previewEndorsement>;

function effectsOf(record: EndorsementRecord, preview: Preview | undefined, today: Day): string[] {
  const takes = `It takes effect on ${showDay(record.effective_date)}.`;
  if (preview === undefined || preview.figures === null) return [takes];
  const { notes, journal, posting } = preview;
  if (journal.length === 0) return [takes, 'No money moves: no note is issued and nothing is posted.'];
  return [
    takes,
    `${notes.length === 1 ? 'One note is' : `${notes.length} notes are`} issued and numbered.`,
    `A journal entry of ${journal.length} lines, ${postedWords(posting, today)}.`,
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
        { label: FIGURES.premium.label, value: figures.premium },
        { label: FIGURES.fac_premium.label, value: figures.fac_premium },
        { label: FIGURES.commission.label, value: negated(figures.commission), level: 'sub' },
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
