import type { RecordName } from '../../../domain/records/kinds.ts';
import { recordDiff } from '../../../domain/reports/versions.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { InstantText } from '../../ui/marks/Figures.tsx';
import { ErrorState } from '../../ui/notices/States.tsx';
import { ChangeList } from './ChangeList.tsx';

type Props = { entity: RecordName; id: number; enabled: boolean };

/** What a checker wants to know of a record that comes back: what is different since it was last decided. §7 Deciding. */
export function SinceDecision({ entity, id, enabled }: Props) {
  const { data, error, refetch } = useEndpoint(recordDiff, { query: { entity, id: String(id) } }, { enabled });
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined || data.decision === null) return null;
  const { decision, changes } = data;
  return (
    <Card flush title="Changed since the last decision">
      <p className="px-4 py-2 text-xs text-mute">
        {decision.by} {decision.action} it, <InstantText value={decision.at} />.
        {changes.length === 0 && ' Nothing was changed since.'}
      </p>
      {changes.length > 0 && (
        <div className="border-t border-line">
          <ChangeList changes={changes} caption="What changed since the last decision" />
        </div>
      )}
    </Card>
  );
}
