import { useQueryClient } from '@tanstack/react-query';
import { FIGURES } from '../../../../domain/placements/fields.ts';
import type { WireReply } from '../../../../domain/endpoint.ts';
import { approvePolicy, previewPolicy } from '../../../../domain/placements/decisions.ts';
import { getPolicy } from '../../../../domain/placements/contract.ts';
import { approveSlip } from '../../../../domain/slips/decisions.ts';
import { previewSlip } from '../../../../domain/slips/contract.ts';
import { KINDS, SLIP, titleOf } from '../../../../domain/records/kinds.ts';
import { call } from '../../../api/client.ts';
import { useFirmToday } from '../../../api/firm-day.ts';
import { useSession } from '../../../api/session.ts';
import { useEndpoint, useWrite } from '../../../api/use-endpoint.ts';
import { FiguresPanel } from '../../../ui/marks/FiguresPanel.tsx';
import { showWireAmount, showWireRate } from '../../../ui/fields/read-typed.ts';
import { toastSuccess } from '../../../ui/notices/toast.ts';
import { postedWords, usePostingDay } from '../../records/PostingDayField.tsx';
import { ReviewDrawer } from '../../records/ReviewDrawer.tsx';
import { Identity } from './Identity.tsx';
import { SavedChanges } from '../form/LastYear.tsx';
import type { PolicyRecord } from '../form/policy-values.ts';
import { FromTo } from '../../../ui/marks/FromTo.tsx';

type Props = { record: PolicyRecord; open: boolean; onClose: () => void; onApproved: (record: PolicyRecord) => void };

const CALLS = {
  LOCAL: { preview: previewPolicy, approve: approvePolicy, kind: KINDS.policy },
  LONDON: { preview: previewSlip, approve: approveSlip, kind: SLIP },
} as const;

/** Findings of the check of a slip that its approval must explain. */
function gapsIn(preview: WireReply<typeof previewPolicy | typeof previewSlip> | undefined): string[] {
  const findings = preview !== undefined && 'findings' in preview ? preview.findings : [];
  return findings.filter((finding) => finding.severity === 'refuse').map(({ message }) => message);
}

/** What approving the policy will do, by the server's own preview; then approve, or reject with a reason. */
export function ReviewPanel({ record, open, onClose, onApproved }: Props) {
  const session = useSession();
  const client = useQueryClient();
  const id = String(record.id);
  const { kind, ...calls } = CALLS[record.market];
  const { noun } = kind;
  const posting = usePostingDay();
  const today = useFirmToday();
  const preview = useEndpoint(calls.preview, { params: { id }, query: posting.chosen }, { enabled: open });
  const decide = useWrite(calls.approve, {
    onSuccess: (reply) => {
      onClose();
      if (reply.status === 'REJECTED')
        toastSuccess(`${titleOf(kind)} rejected`, `${record.broker_reference} is back with its maker.`);
      else void announce();
    },
    onProblem: (problem) => {
      // Someone else decided or changed it: what is there now is shown.
      if (problem.status === 409) void client.invalidateQueries({ queryKey: [getPolicy.path] });
    },
  });
  const announce = async () => {
    const decided = await call(getPolicy, { params: { id }, query: {} });
    // Its dialog says what was issued.
    onApproved(decided);
  };
  const send = (a: 'APPROVED' | 'REJECTED', reason: string) =>
    decide.mutateAsync({
      params: { id, a, b: String(session?.user.id ?? 0) },
      query: {},
      body: {
        version: record.version,
        ...(a === 'APPROVED' && posting.chosen),
        ...(reason === '' ? {} : { reason }),
      },
    });
  const { data } = preview;
  return (
    <ReviewDrawer
      {...{ open, onClose, noun, preview, posting }}
      record={{ ...record, kind: 'policy' }}
      name={record.broker_reference}
      description={<FromTo from={record.reinsured.name} to={record.insured.name} />}
      effects={effectsOf(record, data, postedWords(data?.posting, today))}
      gaps={gapsIn(data)}
      onDecide={send}
      busy={decide.isPending}
    >
      {open && <SavedChanges record={record} />}
      <ReviewFigures record={record} />
    </ReviewDrawer>
  );
}

type Preview = { notes: readonly { kind: string; party: string; amount: string }[]; journal: readonly unknown[] };

function effectsOf(record: PolicyRecord, preview: Preview | undefined, posted: string): string[] {
  const { currency, figures } = record;
  const money = (value: string) => `${currency} ${showWireAmount(value, currency)}`;
  const count = record.securities.length;
  return [
    `A debit note of ${money(figures.debit_note)} to ${record.reinsured.name}.`,
    `${count === 1 ? 'A credit note' : `${count} credit notes`} of ${money(figures.netpayable)}${count === 1 ? '' : ' in all'}.`,
    preview === undefined
      ? `A journal entry, ${posted}.`
      : `A journal entry of ${preview.journal.length} lines, ${posted}.`,
  ];
}

function ReviewFigures({ record }: { record: PolicyRecord }) {
  const { currency, figures } = record;
  return (
    <FiguresPanel
      title="Figures"
      currency={currency}
      rows={[
        { label: 'Sum insured', value: record.sum_insured },
        {
          label: FIGURES.premium.label,
          value: record.premium,
          ...(record.rate === null ? {} : { note: `at ${showWireRate(record.rate)}%` }),
        },
        { label: FIGURES.fac_premium.label, value: figures.fac_premium, note: `order ${showWireRate(record.fac)}%` },
        { label: FIGURES.commission.label, value: `-${figures.commission}`, level: 'sub' },
        { label: FIGURES.debit_note.label, value: figures.debit_note, level: 'total' },
      ]}
      footer={
        <Identity
          currency={currency}
          debitNote={figures.debit_note}
          net={figures.netpayable}
          brokerage={figures.brokerage}
          tax={figures.tax}
        />
      }
    />
  );
}
