import type { ReactNode } from 'react';
import type { DecisionCalls } from '../../../domain/decision-calls.ts';
import type { WireReply } from '../../../domain/endpoint.ts';
import { KINDS, type KindName, rightsTo } from '../../../domain/records/kinds.ts';
import { can, useSession } from '../../api/session.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { DecisionPanel, type DecisionWarning } from '../../ui/dialogs/DecisionPanel.tsx';
import type { JournalLine } from '../../ui/dialogs/JournalTable.tsx';
import { ErrorState } from '../../ui/notices/States.tsx';
import { PostingDayField, type PostingDay } from './PostingDayField.tsx';
import { SinceDecision } from '../system/SinceDecision.tsx';
import { showDay } from '../../ui/marks/format.ts';

type Preview = WireReply<DecisionCalls['preview']>;

/** The journal of a preview, accounts by code and name. */
export function journalOf(preview: Preview | undefined): JournalLine[] {
  return (preview?.journal ?? []).map(({ account, account_name: name, party, branch, debit, credit, currency }) => ({
    account: `${account} ${name}`,
    party,
    branch,
    debit,
    credit,
    currency,
  }));
}

type Props = {
  open: boolean;
  onClose: () => void;
  record: { kind: KindName; id: number; version: number; currency: string };
  /** "slip": the record as its buttons name it. */
  noun: string;
  /** Its number, or what a draft is called within a sentence. */
  name: string;
  description: ReactNode;
  effects: readonly ReactNode[];
  preview: { data: Preview | undefined; error: Error | null; refetch: () => unknown };
  /** Findings of a check that an approval must explain. */
  gaps?: readonly string[];
  /** Why it cannot be decided, or that it changed, is no notice of its own. */
  quiet?: boolean;
  /** It cannot be approved once it changed since it was opened. */
  fresh?: boolean;
  /** The day on which it is booked, where the approver chooses it. */
  posting?: PostingDay;
  onDecide: (a: 'APPROVED' | 'REJECTED', reason: string) => Promise<unknown>;
  busy: boolean;
  children?: ReactNode;
};

/** What approving a record will do, by the server's own preview; then approve, or reject with a reason. */
export function ReviewDrawer(props: Props) {
  const {
    open,
    onClose,
    record,
    noun,
    name,
    description,
    effects,
    preview,
    gaps = [],
    onDecide,
    busy,
    children,
  } = props;
  const { quiet = false, fresh = false, posting } = props;
  const session = useSession();
  const { data, error } = preview;
  const looks = !quiet && !rightsTo('decide', KINDS[record.kind]).some((right) => can(session, right));
  const whyNot = looks ? 'You can look at it; a manager of the branch decides.' : data?.why_not;
  const stale = data !== undefined && data.version !== record.version;
  const unknown = error !== null ? error.message : data === undefined ? 'Working out what it will do…' : undefined;
  const warnings: DecisionWarning[] = [
    ...(quiet || whyNot == null ? [] : [{ tone: 'info' as const, message: whyNot }]),
    ...gaps.map((message) => ({ tone: 'bad' as const, message })),
    ...(data?.warnings ?? [])
      .filter((message) => message !== whyNot && data?.reason_needed?.includes(message) !== true)
      .map((message) => ({ tone: 'warn' as const, message })),
    ...(stale && !quiet
      ? [{ tone: 'bad' as const, message: 'This record changed since you opened it. Close this and look again.' }]
      : []),
  ];
  return (
    <DecisionPanel
      {...{ open, onClose, description, effects, warnings, busy }}
      title={`Review ${name}`}
      currency={record.currency}
      notes={(data?.notes ?? []).map((note) => ({
        label: note.kind,
        party: note.party,
        ...(note.due_on === null ? {} : { detail: `Due ${showDay(note.due_on)}` }),
        amount: note.amount,
      }))}
      journal={journalOf(data)}
      approve={{
        label: `Approve ${noun}`,
        ...(data?.reason_needed !== undefined && { asksReason: data.reason_needed }),
        ...(gaps.length > 0 && { asksReason: `The check is not clean: say why the ${noun} is approved as it is.` }),
        onApprove: (reason) =>
          void onDecide('APPROVED', reason).catch((problem: unknown) =>
            toastProblem(`The ${noun} was not decided`, problem),
          ),
        disabledReason: whyNot ?? (fresh && stale ? 'It changed since you opened it.' : undefined) ?? unknown,
      }}
      reject={{
        label: `Reject ${noun}`,
        offered: data?.can_decide === true,
        onReject: (reason) => onDecide('REJECTED', reason),
      }}
    >
      {!quiet && error !== null && data === undefined && (
        <ErrorState error={error} onRetry={() => void preview.refetch()} />
      )}
      {posting !== undefined && data?.can_decide !== false && <PostingDayField posting={posting} of={data?.posting} />}
      <SinceDecision entity={record.kind} id={record.id} enabled={open} />
      {children}
    </DecisionPanel>
  );
}
