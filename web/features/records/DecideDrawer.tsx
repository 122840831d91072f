import type { ReactNode } from 'react';
import type { DecisionCalls } from '../../../domain/decision-calls.ts';
import type { WireReply } from '../../../domain/endpoint.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { DecisionPanel, type JournalLine } from '../../ui/DecisionPanel.tsx';
import { toastSuccess } from '../../ui/toast.ts';

type Preview = WireReply<DecisionCalls['preview']>;
export type Decided = { status: string; number?: string | null | undefined };

type Props = {
  open: boolean;
  onClose: () => void;
  record: { id: number; version: number; currency: string };
  /** "receipt" | "voucher". */
  noun: string;
  /** What the record is called before and after: "receipt #12", "RV/NBO/2026/000004". */
  name: string;
  description: string;
  calls: Pick<DecisionCalls, 'preview' | 'approve'>;
  effects: readonly ReactNode[];
  children?: ReactNode;
};

export function journalOf(preview: Preview | undefined, { mirrored = false } = {}): JournalLine[] {
  return (preview?.journal ?? []).map((line) => ({
    account: `${line.account} ${line.account_name}`,
    party: line.party,
    debit: mirrored ? line.credit : line.debit,
    credit: mirrored ? line.debit : line.credit,
  }));
}

/** A draft's name within a sentence: "receipt #12"; numbers keep their capitals. */
function lowered(name: string): string {
  return name.includes('/') ? name : name.charAt(0).toLowerCase() + name.slice(1);
}

/** What approving will do, by the server's own preview; then approve, or reject with a reason. */
export function DecideDrawer(props: Props) {
  const { open, onClose, record, noun, name, description, calls, effects, children } = props;
  const id = String(record.id);
  const preview = useEndpoint(calls.preview, { params: { id } }, { enabled: open });
  const decide = useWrite(calls.approve, {
    onSuccess: (reply: Decided) => {
      onClose();
      const approved = reply.status !== 'REJECTED';
      toastSuccess(`${noun} ${approved ? 'approved' : 'rejected'}`, reply.number ?? name);
    },
    onProblem: (problem) => toastProblem(`The ${noun.toLowerCase()} was not decided`, problem),
  });
  const send = (a: 'APPROVED' | 'REJECTED', reason: string) =>
    decide.mutate({
      params: { id, a },
      query: {},
      body: { version: record.version, ...(reason === '' ? {} : { reason }) },
    });
  const { data } = preview;
  const waiting = data === undefined ? 'Working out what it will do…' : undefined;
  const failed = preview.error instanceof Error ? preview.error.message : undefined;
  return (
    <DecisionPanel
      {...{ open, onClose, description, effects }}
      title={`Approve ${lowered(name)}`}
      currency={record.currency}
      journal={journalOf(data)}
      warnings={(data?.warnings ?? []).map((message) => ({ tone: 'warn' as const, message }))}
      approve={{
        label: `Approve ${noun.toLowerCase()}`,
        onApprove: (reason) => send('APPROVED', reason),
        disabledReason: data?.why_not ?? failed ?? waiting,
      }}
      {...(data?.can_decide === true
        ? { reject: { label: `Reject ${noun.toLowerCase()}`, onReject: (reason: string) => send('REJECTED', reason) } }
        : {})}
      busy={decide.isPending}
    >
      {children}
    </DecisionPanel>
  );
}
