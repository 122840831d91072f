import { Card } from '../../ui/layout/Card.tsx';
import { ErrorState } from '../../ui/notices/States.tsx';
import { ChartSkeleton } from './ChartSkeleton.tsx';

type Props = { title: string; error: Error | null; refetch: () => unknown; tall?: boolean };

/** The card of a chart before its figures; or what went wrong with which. */
export function ChartWait({ title, error, refetch, tall = false }: Props) {
  if (error === null)
    return (
      <Card>
        <ChartSkeleton tall={tall} />
      </Card>
    );
  return (
    <Card title={title}>
      <ErrorState error={error} onRetry={() => void refetch()} />
    </Card>
  );
}
