import { endOwnSessions, ownSessions } from '../../../domain/accounts/users.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { toastSuccess } from '../../ui/notices/toast.ts';
import { SessionList } from './SessionList.tsx';

/** The user's own sessions; another one, or all others, can be ended immediately. */
export function OwnSessions() {
  const { data, error, refetch } = useEndpoint(ownSessions, {});
  const end = useWrite(endOwnSessions, {
    invalidates: [ownSessions],
    onSuccess: ({ ended }) => toastSuccess(ended === 1 ? 'Session ended' : `${ended} sessions ended`),
    onProblem: (problem) => toastProblem('Session not ended', problem),
  });
  const others = data?.data.some((session) => !session.current) ?? false;
  return (
    <Card
      flush
      title="Sessions"
      actions={
        others && (
          <Button size="sm" busy={end.isPending} onClick={() => end.mutate({ query: {} })}>
            Sign out all others
          </Button>
        )
      }
    >
      <SessionList
        sessions={data?.data}
        error={error}
        onRetry={() => void refetch()}
        onEnd={(session) => end.mutate({ query: { session: session.id } })}
        busy={end.isPending}
        none="No open session."
      />
    </Card>
  );
}
