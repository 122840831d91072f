import type { HistoryEntity } from '../../../domain/reports/history.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { RecordHistory } from './RecordHistory.tsx';

/** The History tab of a record. */
export function HistoryCard({ entity, id }: { entity: HistoryEntity; id: number }) {
  return (
    <Card title="History">
      <RecordHistory {...{ entity, id }} />
    </Card>
  );
}
