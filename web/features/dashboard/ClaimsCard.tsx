import { recoveryBoard } from '../../../domain/claims/report-contract.ts';
import type { WireReply } from '../../../domain/endpoint.ts';
import { parseDay } from '../../../domain/values/day.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { MoneyText } from '../../ui/marks/Figures.tsx';
import { PartyLink } from '../../ui/marks/NameLink.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/notices/States.tsx';
import { showDay } from '../../ui/marks/format.ts';
import { unitsOf } from '../ledger/wire-amounts.ts';

const MOST = 8;

type Row = Pick<WireReply<typeof recoveryBoard>[number], 'overdue' | 'disputed' | 'currency'>;

/** What of it is late; what is disputed is not, and is said where nothing else is. */
function Lateness({ overdue, disputed, currency }: Row) {
  const [late, against] = [unitsOf(overdue, currency), unitsOf(disputed, currency)];
  if (late === 0n && against === 0n) return 'nothing overdue';
  return (
    <>
      <MoneyText value={late === 0n ? disputed : overdue} currency={currency} /> {late === 0n ? 'disputed' : 'overdue'}
    </>
  );
}

/** For who handles claims: the securities that owe on cash calls, the oldest first, with what is overdue. */
export function ClaimsCard() {
  const { data, error, refetch } = useEndpoint(recoveryBoard, { query: {} });
  const rows = (data ?? [])
    .filter((row) => row.oldest_due_on !== null)
    .toSorted((a, b) => (a.oldest_due_on ?? '').localeCompare(b.oldest_due_on ?? ''));
  return (
    <Card
      flush
      title="To collect for claims"
      actions={
        <LinkButton size="sm" variant="ghost" href={`${paths.claims}?tab=recovery`}>
          Open recovery
        </LinkButton>
      }
    >
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && (
        <div aria-busy="true" className="grid gap-4 p-4">
          <Skeleton className="w-2/3" />
          <Skeleton className="w-1/2" />
        </div>
      )}
      {data !== undefined && rows.length === 0 && (
        <EmptyState title="No security owes anything on claims.">
          Cash calls that are not paid yet appear here.
        </EmptyState>
      )}
      <ul>
        {rows.slice(0, MOST).map((row) => {
          const oldest = parseDay(row.oldest_due_on ?? '');
          return (
            <li
              key={`${row.security.id} ${row.currency}`}
              className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b border-line px-4 py-2 last:border-b-0"
            >
              <span className="truncate font-medium">
                <PartyLink party={row.security} />
              </span>
              <span className="text-right">
                <MoneyText withCurrency value={row.open} currency={row.currency} />
              </span>
              <span className="text-xs text-mute tabular-nums">
                {oldest !== null && `Oldest due ${showDay(oldest)}`}
              </span>
              <span className="text-right text-xs text-mute">
                <Lateness {...row} />
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
