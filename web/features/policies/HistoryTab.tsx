import { recordHistory } from '../../../domain/reports/contract.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import type { Tone } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { ErrorState, Skeleton } from '../../ui/States.tsx';
import { Timeline } from '../../ui/Timeline.tsx';

const WORDS: Readonly<Record<string, { what: string; tone?: Tone }>> = {
  saved: { what: 'entered the policy' },
  edited: { what: 'changed it' },
  submitted: { what: 'submitted it for approval', tone: 'warn' },
  withdrawn: { what: 'took it back to draft' },
  approved: { what: 'approved it', tone: 'good' },
  rejected: { what: 'rejected it', tone: 'bad' },
  disabled: { what: 'disabled it', tone: 'bad' },
};

/** What happened to the policy, the latest first, from the audit trail. */
export function HistoryTab({ policyId }: { policyId: number }) {
  const { data, error, refetch } = useEndpoint(recordHistory, { query: { entity: 'policy', id: String(policyId) } });
  if (data === undefined && error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <Card title="History">
      {data === undefined ? (
        <div className="grid gap-3">
          <Skeleton className="w-64" />
          <Skeleton className="w-40" />
          <Skeleton className="w-52" />
        </div>
      ) : (
        <Timeline
          events={data.map(({ id, at, by, action, facts }) => ({
            id,
            at,
            who: by,
            ...(WORDS[action] ?? { what: action.replaceAll('_', ' ') }),
            ...(typeof facts['reason'] === 'string' && facts['reason'] !== ''
              ? { detail: `“${facts['reason']}”` }
              : {}),
          }))}
        />
      )}
    </Card>
  );
}
