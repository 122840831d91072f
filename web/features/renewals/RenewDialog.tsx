import type { WireReply } from '../../../domain/endpoint.ts';
import { renewalEffect, startRenewals } from '../../../domain/renewals/contract.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { ErrorState, Skeleton } from '../../ui/notices/States.tsx';
import { FromTo } from '../../ui/marks/FromTo.tsx';
import { showDay } from '../../ui/marks/format.ts';

type Effect = WireReply<typeof renewalEffect>;
type Props = { ids: readonly number[]; onClose: () => void; onStarted: (batch: number) => void };

/** What renewing the chosen policies will do, one by one; then it is started. */
export function RenewDialog({ ids, onClose, onStarted }: Props) {
  const effect = useEndpoint(renewalEffect, { body: { ids: [...ids] } });
  const start = useWrite(startRenewals, {
    onSuccess: (reply) => onStarted(reply.id),
    onProblem: (problem) => toastProblem('Nothing was renewed', problem),
  });
  const { data, error } = effect;
  const good = (data ?? []).filter((row) => row.problem === null);
  const bad = (data ?? []).filter((row) => row.problem !== null);
  const count = good.length === 1 ? '1 policy' : `${good.length} policies`;
  const whyNot =
    data === undefined ? 'Working out what it will do…' : good.length === 0 ? 'None can be renewed.' : undefined;
  return (
    <FormDialog
      size="md"
      onClose={onClose}
      title={ids.length === 1 ? 'Renew a policy' : `Renew ${ids.length} policies`}
      description="Each becomes a draft of the next period on its present terms. Nothing is submitted or approved."
      cancel="Keep as it is"
      action={data === undefined ? 'Renew' : `Renew ${count}`}
      busy={start.isPending}
      {...(whyNot !== undefined && { disabledReason: whyNot })}
      onSubmit={() => start.mutate({ body: { ids: good.map((row) => row.policy.id) } })}
    >
      {error !== null && data === undefined && <ErrorState error={error} onRetry={() => void effect.refetch()} />}
      {error === null && data === undefined && <Skeleton className="h-24 w-full" />}
      {data !== undefined && (
        <div className="grid gap-4">
          {bad.length > 0 && (
            <Rows title={bad.length === 1 ? '1 cannot be renewed' : `${bad.length} cannot be renewed`} rows={bad} />
          )}
          {good.length > 0 && (
            <Rows title={good.length === 1 ? '1 becomes a draft' : `${good.length} become drafts`} rows={good} />
          )}
        </div>
      )}
    </FormDialog>
  );
}

function Rows({ title, rows }: { title: string; rows: Effect }) {
  return (
    <section aria-label={title}>
      <h3 className="font-medium">{title}</h3>
      <ul className="mt-1 divide-y divide-line">
        {rows.map(({ policy, period, problem, notes }) => (
          <li key={policy.id} className="py-1.5">
            <p className="flex flex-wrap justify-between gap-x-4">
              <span className="tabular-nums">{policy.number}</span>
              {problem === null && (
                <span className="text-mute">
                  {showDay(period.start)} – {showDay(period.end)}
                </span>
              )}
            </p>
            <p dir="auto" className="text-xs text-mute">
              <FromTo from={policy.reinsured} to={policy.insured} />
            </p>
            {problem !== null && <p className="text-xs text-bad">{problem}</p>}
            {problem === null &&
              notes.map((note) => (
                <p key={note} className="text-xs text-warn">
                  {note}
                </p>
              ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
