import { recordHistory } from '../../../domain/reports/contract.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import type { Tone } from '../../ui/Badge.tsx';
import { ErrorState, Skeleton } from '../../ui/States.tsx';
import { Timeline } from '../../ui/Timeline.tsx';

const WORDS: Readonly<Record<string, { what: string; tone?: Tone }>> = {
  saved: { what: 'made it' },
  edited: { what: 'changed it' },
  submitted: { what: 'submitted it for approval', tone: 'info' },
  withdrawn: { what: 'took it back to draft' },
  approved: { what: 'approved it', tone: 'good' },
  rejected: { what: 'rejected it', tone: 'bad' },
  allocated: { what: 'allocated some of what was left', tone: 'good' },
  paid: { what: 'paid it', tone: 'good' },
  reversed: { what: 'reversed it', tone: 'bad' },
  disabled: { what: 'disabled it', tone: 'bad' },
};

function wordsOf(action: string): { what: string; tone?: Tone } {
  return WORDS[action] ?? { what: action.replaceAll('_', ' ') };
}

/** What happened to a record, the latest first, from the audit trail. */
export function RecordHistory({ entity, id }: { entity: 'receipt' | 'voucher'; id: number }) {
  const history = useEndpoint(recordHistory, { query: { entity, id: String(id) } });
  if (history.data === undefined) {
    return history.error === null ? (
      <div className="grid gap-3">
        <Skeleton className="w-64" />
        <Skeleton className="w-52" />
      </div>
    ) : (
      <ErrorState error={history.error} onRetry={() => void history.refetch()} />
    );
  }
  return (
    <Timeline
      events={history.data.map((event) => {
        const { reason } = event.facts;
        return {
          id: event.id,
          at: event.at,
          who: event.by,
          ...wordsOf(event.action),
          ...(typeof reason === 'string' && reason !== '' ? { detail: `“${reason}”` } : {}),
        };
      })}
    />
  );
}
