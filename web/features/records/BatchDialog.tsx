import type { WireReply } from '../../../domain/endpoint.ts';
import { planBatch, startBatch } from '../../../domain/batches/contract.ts';
import type { StepAct } from '../../../domain/batches/tables.ts';
import type { KindName } from '../../../domain/records/kinds.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { batchHref } from '../../paths.ts';
import { useGo } from '../../ui/buttons/AppLink.tsx';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { MoneyText } from '../../ui/marks/Figures.tsx';
import { ErrorState, Skeleton } from '../../ui/notices/States.tsx';
import { ACT_WORDS, countOf } from './batch-words.ts';
import { LeftOut } from './LeftOut.tsx';

type Plan = WireReply<typeof planBatch>;
type Props = {
  kind: KindName;
  act: StepAct;
  ids: readonly number[];
  onStarted: () => void;
  onClose: () => void;
};

const DESCRIPTIONS: Record<StepAct, string> = {
  submit: 'Each goes to its checker by itself. Who made, edited or submitted one does not approve it.',
  approve: 'Each is approved by itself, as you see it now, within your authority. What changes meanwhile is left out.',
};

/** What a batch would do, before it is started: how many, what they come to, and which are left out. */
export function BatchDialog({ kind, act, ids, onStarted, onClose }: Props) {
  const go = useGo();
  const { data, error, refetch } = useEndpoint(planBatch, { body: { kind, act, ids: [...ids] } });
  const start = useWrite(startBatch, {
    onSuccess: ({ id }) => {
      onStarted();
      go(batchHref(id));
    },
    onProblem: (problem) => toastProblem('Nothing was started', problem),
  });
  const words = ACT_WORDS[act];
  const count = data?.records.length ?? 0;
  const whyNot =
    data === undefined ? 'Looking at each of them…' : count === 0 ? 'None of these can be done together.' : undefined;
  return (
    <FormDialog
      size="md"
      {...{ onClose }}
      title={`${words.act} ${countOf(kind, data === undefined ? ids.length : count)}?`}
      description={DESCRIPTIONS[act]}
      action={count === 0 ? words.act : `${words.act} ${countOf(kind, count)}`}
      busy={start.isPending}
      {...(whyNot !== undefined && { disabledReason: whyNot })}
      onSubmit={() =>
        start.mutate({ body: { kind, act, records: (data?.records ?? []).map((record) => record.seen) } })
      }
    >
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton className="w-64" />}
      {data !== undefined && (
        <div className="grid gap-3">
          <Sums {...{ kind }} sums={data.sums} />
          <LeftOut {...{ kind }} rows={data.left_out} />
        </div>
      )}
    </FormDialog>
  );
}

function Sums({ kind, sums }: { kind: KindName; sums: Plan['sums'] }) {
  if (sums.length === 0) return null;
  return (
    <dl aria-label="What they come to" className="divide-y divide-line rounded-lg border border-line">
      {sums.map(({ currency, amount, records }) => (
        <div key={currency} className="flex justify-between gap-4 px-3 py-2">
          <dt>{countOf(kind, records)}</dt>
          <dd className="figures font-semibold">
            <MoneyText withCurrency value={amount} {...{ currency }} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
