import { useState } from 'react';
import type { WireReply } from '../../../../domain/endpoint.ts';
import { planPapers, sendPapers } from '../../../../domain/batches/contract.ts';
import { SENT_PAPER_LABELS, SENT_PAPERS, type SentPaper } from '../../../../domain/batches/tables.ts';
import { toastProblem } from '../../../api/toast-problem.ts';
import { useEndpoint, useWrite } from '../../../api/use-endpoint.ts';
import { batchHref } from '../../../paths.ts';
import { useGo } from '../../../ui/buttons/AppLink.tsx';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { Checkbox } from '../../../ui/fields/Choice.tsx';
import { showCount } from '../../../ui/fields/whole-number.ts';
import { ErrorState, Skeleton } from '../../../ui/notices/States.tsx';
import { LeftOut } from '../../records/LeftOut.tsx';
import { Unaddressed } from '../../documents/Unaddressed.tsx';

type Plan = WireReply<typeof planPapers>;
type Props = { ids: readonly number[]; onClose: () => void };

const counted = (count: number, [one, several]: readonly [string, string]) =>
  `${showCount(count)} ${count === 1 ? one : several}`;
const PAPERS = ['paper', 'papers'] as const;

function whyNot(chosen: readonly SentPaper[], plan: Plan | undefined): string | undefined {
  if (chosen.length === 0) return 'Choose what to send first.';
  if (plan === undefined) return 'Looking at each of them…';
  return plan.papers === 0 ? 'There is nothing to send.' : undefined;
}

/** Mails papers of the policies that are selected, each to its parties: how many go where is shown before. */
export function SendPapersDialog({ ids, onClose }: Props) {
  const go = useGo();
  const [chosen, setChosen] = useState<readonly SentPaper[]>(SENT_PAPERS);
  const [again, setAgain] = useState(false);
  const choice = { papers: [...chosen], again };
  const { data, error, refetch } = useEndpoint(
    planPapers,
    { body: { ...choice, ids: [...ids] } },
    { enabled: chosen.length > 0 },
  );
  const plan = chosen.length === 0 ? undefined : data;
  const send = useWrite(sendPapers, {
    onSuccess: ({ id }) => go(batchHref(id)),
    onProblem: (problem) => {
      toastProblem('No paper was sent', problem);
      void refetch();
    },
  });
  const disabledReason = whyNot(chosen, plan);
  const sending = plan === undefined || plan.papers === 0 ? 'Send papers' : `Send ${counted(plan.papers, PAPERS)}`;
  return (
    <FormDialog
      size="md"
      {...{ onClose }}
      title={`${sending}?`}
      description="What is not made yet is made first, and each party gets its own by mail. A mail that was sent cannot be recalled."
      action={sending}
      busy={send.isPending}
      {...(disabledReason !== undefined && { disabledReason })}
      onSubmit={() => send.mutate({ body: { ...choice, records: (plan?.records ?? []).map(({ seen }) => seen) } })}
    >
      <div className="grid gap-3">
        <fieldset className="grid gap-1.5">
          <legend className="mb-1 text-xs font-medium text-mute">What to send</legend>
          {SENT_PAPERS.map((paper) => (
            <Checkbox
              key={paper}
              label={SENT_PAPER_LABELS[paper].label}
              hint={SENT_PAPER_LABELS[paper].to}
              checked={chosen.includes(paper)}
              onChange={(on) => setChosen(SENT_PAPERS.filter((one) => (one === paper ? on : chosen.includes(one))))}
            />
          ))}
        </fieldset>
        <Checkbox
          label="Also what was mailed before"
          hint="Otherwise only papers that no mail has taken yet."
          checked={again}
          onChange={setAgain}
        />
        <div aria-live="polite" className="grid min-h-16 content-start gap-3">
          {chosen.length > 0 && data === undefined && error !== null && (
            <ErrorState error={error} onRetry={() => void refetch()} />
          )}
          {chosen.length > 0 && data === undefined && error === null && <Skeleton className="w-64" />}
          {plan !== undefined && <Effect {...{ plan, again }} />}
        </div>
      </div>
    </FormDialog>
  );
}

/** How many papers go to how many addresses, and what does not go. */
function Effect({ plan, again }: { plan: Plan; again: boolean }) {
  const { papers, addresses, records, mailed_before: before, unaddressed, left_out: leftOut } = plan;
  return (
    <>
      <p>
        {papers === 0
          ? 'Nothing is sent.'
          : `${counted(papers, PAPERS)} of ${counted(records.length, ['policy', 'policies'])} to ${counted(addresses, ['address', 'addresses'])}.`}
        {before > 0 &&
          ` ${counted(before, PAPERS)} ${before === 1 ? 'was' : 'were'} mailed before and ${again ? 'go again' : 'do not go again'}.`}
      </p>
      <Unaddressed names={unaddressed} />
      <LeftOut kind="policy" rows={leftOut} />
    </>
  );
}
