import { useQueryClient } from '@tanstack/react-query';
import { approvePolicy, getPolicy, previewPolicy } from '../../../domain/policies/contract.ts';
import { approveSlip, previewSlip } from '../../../domain/policies/london.ts';
import type { SlipFinding } from '../../../domain/policies/slip-terms.ts';
import { showDay } from '../../../domain/values/day.ts';
import { call } from '../../api/client.ts';
import { can, useSession } from '../../api/session.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { DecisionPanel } from '../../ui/DecisionPanel.tsx';
import { FiguresPanel } from '../../ui/FiguresPanel.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { showWireAmount, showWireRate } from '../../ui/read-typed.ts';
import { toastSuccess } from '../../ui/toast.ts';
import { SinceDecision } from '../system/SinceDecision.tsx';
import { Identity } from './Identity.tsx';
import { SavedChanges } from './LastYear.tsx';
import type { PolicyRecord } from './policy-values.ts';

type Props = { record: PolicyRecord; open: boolean; onClose: () => void; onApproved: (record: PolicyRecord) => void };

// The calls of a market differ in their addresses; a slip's preview has besides what its checker would say.
const LONDON = {
  preview: previewSlip as unknown as typeof previewPolicy,
  approve: approveSlip as unknown as typeof approvePolicy,
  noun: 'slip',
};
const CALLS = { LOCAL: { preview: previewPolicy, approve: approvePolicy, noun: 'policy' }, LONDON } as const;

function findingsIn(preview: unknown): SlipFinding[] {
  return (preview as { findings?: SlipFinding[] } | undefined)?.findings ?? [];
}

/** What approving the policy will do, by the server's own preview; then approve, or reject with a reason. */
export function ReviewPanel({ record, open, onClose, onApproved }: Props) {
  const session = useSession();
  const client = useQueryClient();
  const id = String(record.id);
  const { noun, ...calls } = CALLS[record.market];
  const preview = useEndpoint(calls.preview, { params: { id } }, { enabled: open });
  const decide = useWrite(calls.approve, {
    onSuccess: (reply) => {
      onClose();
      if (reply.status === 'REJECTED')
        toastSuccess(
          record.market === 'LONDON' ? 'Slip rejected' : 'Policy rejected',
          `${record.broker_reference} is back with its maker.`,
        );
      else void announce();
    },
    onProblem: (problem) => {
      toastProblem(`The ${noun} was not decided`, problem);
      // Someone else decided or changed it: what is there now is shown.
      if (problem.status === 409) void client.invalidateQueries({ queryKey: [getPolicy.path] });
    },
  });
  const announce = async () => {
    const decided = await call(getPolicy, { params: { id }, query: {} });
    const note = decided.notes.find((one) => one.kind === 'DN');
    toastSuccess(
      record.market === 'LONDON' ? 'Slip approved' : 'Policy approved',
      note === undefined ? record.broker_reference : `${note.number} issued`,
    );
    onApproved(decided);
  };
  const send = (a: 'APPROVED' | 'REJECTED', reason: string) =>
    decide.mutate({
      params: { id, a, b: String(session?.user.id ?? 0) },
      query: {},
      body: { version: record.version, ...(reason === '' ? {} : { reason }) },
    });
  const { data, error } = preview;
  const decides = can(session, 'policies.decide');
  const whyNot = decides ? data?.why_not : 'You can look at it; a manager of the branch decides.';
  const gaps = findingsIn(data).filter((finding) => finding.severity === 'refuse');
  const stale = data !== undefined && data.version !== record.version;
  return (
    <DecisionPanel
      {...{ open, onClose }}
      title={`Review ${record.broker_reference}`}
      description={`${record.reinsured.name} → ${record.insured.name}`}
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
        ...gaps.map(({ message }) => ({ tone: 'bad' as const, message })),
        ...(data?.warnings ?? []).map((message) => ({ tone: 'warn' as const, message })),
        ...(stale
          ? [{ tone: 'bad' as const, message: 'This record changed since you opened it. Close this and look again.' }]
          : []),
      ]}
      approve={{
        label: `Approve ${noun}`,
        ...(gaps.length > 0 && { asksReason: 'The check is not clean: say why the slip is approved as it is.' }),
        onApprove: (reason) => send('APPROVED', reason),
        disabledReason:
          whyNot ?? (error !== null ? error.message : data === undefined ? 'Working out what it will do…' : undefined),
      }}
      {...(data?.can_decide === true
        ? { reject: { label: `Reject ${noun}`, onReject: (reason: string) => send('REJECTED', reason) } }
        : {})}
      busy={decide.isPending}
    >
      {error !== null && data === undefined && <ErrorState error={error} onRetry={() => void preview.refetch()} />}
      <SinceDecision entity="policy" id={record.id} enabled={open} />
      {open && <SavedChanges record={record} />}
      <ReviewFigures record={record} />
    </DecisionPanel>
  );
}

type Preview = { notes: readonly { kind: string; party: string; amount: string }[]; journal: readonly unknown[] };

function effectsOf(record: PolicyRecord, preview: Preview | undefined): string[] {
  const { currency, figures } = record;
  const money = (value: string) => `${currency} ${showWireAmount(value, currency)}`;
  const count = record.securities.length;
  return [
    `A debit note of ${money(figures.debit_note)} to ${record.reinsured.name}.`,
    `${count === 1 ? 'A credit note' : `${count} credit notes`} of ${money(figures.netpayable)}${count === 1 ? '' : ' in all'}.`,
    preview === undefined
      ? 'A journal entry, posted today.'
      : `A journal entry of ${preview.journal.length} lines, posted today.`,
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
          label: 'Premium, 100%',
          value: record.premium,
          ...(record.rate === null ? {} : { note: `at ${showWireRate(record.rate)}%` }),
        },
        { label: 'Fac premium', value: figures.fac_premium, note: `order ${showWireRate(record.fac)}%` },
        { label: 'Cedant commission', value: `-${figures.commission}`, level: 'sub' },
        { label: 'Debit note', value: figures.debit_note, level: 'total' },
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
