import { useQueryClient } from '@tanstack/react-query';
import type { ApiProblem } from '../../api/client.ts';
import { Button } from '../../ui/buttons/Button.tsx';

/** The way on when someone else changed a record in the meantime: their version is loaded, and the form begins from it. */
export function StaleAction({ problem }: { problem: ApiProblem | null }) {
  const client = useQueryClient();
  if (problem?.code !== 'STALE') return null;
  return (
    <Button size="sm" onClick={() => void client.invalidateQueries()}>
      Load it again
    </Button>
  );
}
