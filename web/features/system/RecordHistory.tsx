import { recordHistory, type HistoryEntity } from '../../../domain/reports/contract.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import type { Tone } from '../../ui/Badge.tsx';
import { ErrorState, Skeleton } from '../../ui/States.tsx';
import { Timeline } from '../../ui/Timeline.tsx';
import { changesIn } from './history-changes.ts';

const WORDS: Readonly<Record<string, { what: string; tone?: Tone }>> = {
  saved: { what: 'made it' },
  create: { what: 'added it' },
  edited: { what: 'changed it' },
  edit: { what: 'changed it' },
  status: { what: 'changed its status' },
  submitted: { what: 'submitted it for approval', tone: 'warn' },
  withdrawn: { what: 'took it back to draft' },
  approved: { what: 'approved it', tone: 'good' },
  rejected: { what: 'rejected it', tone: 'bad' },
  allocated: { what: 'allocated some of what was left', tone: 'good' },
  paid: { what: 'paid it', tone: 'good' },
  reversed: { what: 'reversed it', tone: 'bad' },
  disabled: { what: 'disabled it', tone: 'bad' },
  account_proposed: { what: 'proposed a bank account', tone: 'warn' },
  account_confirmed: { what: 'confirmed the bank account', tone: 'good' },
  account_refused: { what: 'refused the bank account', tone: 'bad' },
  account_withdrawn: { what: 'withdrew the bank account' },
  merged_into: { what: 'merged it into another', tone: 'bad' },
  merged_from: { what: 'merged another into it' },
};

/** What happened to a record, the latest first, from the audit trail: who, when, and which values changed. */
export function RecordHistory({ entity, id }: { entity: HistoryEntity; id: number }) {
  const { data, error, refetch } = useEndpoint(recordHistory, { query: { entity, id: String(id) } });
  if (data === undefined) {
    return error === null ? (
      <div className="grid gap-3">
        <Skeleton className="w-64" />
        <Skeleton className="w-40" />
        <Skeleton className="w-52" />
      </div>
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    );
  }
  return (
    <Timeline
      events={data.map((event) => {
        const { reason } = event.facts;
        const said = typeof reason === 'string' && reason !== '' ? [`“${reason}”`] : [];
        const detail = [...said, ...changesIn(event.facts)].join(' · ');
        return {
          id: event.id,
          at: event.at,
          who: event.by,
          ...(WORDS[event.action] ?? { what: event.action.replaceAll('_', ' ') }),
          ...(detail !== '' ? { detail } : {}),
        };
      })}
    />
  );
}
