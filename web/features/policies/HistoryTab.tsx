import { Card } from '../../ui/Card.tsx';
import { RecordHistory } from '../system/RecordHistory.tsx';

export function HistoryTab({ policyId }: { policyId: number }) {
  return (
    <Card title="History">
      <RecordHistory entity="policy" id={policyId} />
    </Card>
  );
}
