import type { WireReply } from '../../../domain/endpoint.ts';
import type { PartyEndpoints } from '../../../domain/registers/parties.ts';
import { daysBetween, yearOf, shortMonth } from '../../../domain/values/day.ts';
import { useFirmToday } from '../../api/firm-day.ts';
import { can, useSession } from '../../api/session.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { partyHref, paths, placementHref, withQuery } from '../../paths.ts';
import { AppLink } from '../../ui/buttons/AppLink.tsx';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { StatusBadge } from '../../ui/marks/Badge.tsx';
import { PartyLink } from '../../ui/marks/NameLink.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/notices/States.tsx';
import { focusRing } from '../../ui/styles.ts';
import { policyBadge } from '../registers/register-words.ts';
import { REGISTER_OF, type Party } from './party-words.ts';
import { showDay } from '../../ui/marks/format.ts';
import { placeOf, type Span, spanOf, ticksOf } from './timeline.ts';

type Policy = NonNullable<WireReply<PartyEndpoints['uses']>['policies']>['data'][number];

const SHOWN = 12;

/** Whom a policy is with besides the party: of an insured its reinsured, of others the insured. */
const otherOf = (row: Policy, { kind }: Party) =>
  kind === 'INSURED' ? { id: row.reinsured_id, name: row.reinsured } : { id: row.insured_id, name: row.insured };

/** The latest policies of a party by their periods; each line is the policy's link, and says what its bar shows. */
export function PartyTimeline({ party }: { party: Party }) {
  const { data, error, refetch } = useEndpoint(REGISTER_OF[party.kind].endpoints.uses, {
    params: { id: String(party.id) },
    query: { length: String(SHOWN) },
  });
  const policies = data?.policies;
  if (policies === null) return null;
  const rows = policies?.data ?? [];
  const more = (policies?.recordsTotal ?? 0) > SHOWN;
  return (
    <Card
      flush
      title={more ? `Latest ${SHOWN} policies by period` : 'Policies by period'}
      actions={
        more && (
          <LinkButton size="sm" variant="ghost" href={withQuery(partyHref(party.id), { tab: 'uses' })}>
            All policies
          </LinkButton>
        )
      }
    >
      {data === undefined &&
        (error === null ? (
          <div className="grid gap-3 p-4">
            <Skeleton className="w-64" />
            <Skeleton className="w-40" />
          </div>
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ))}
      {policies?.recordsTotal === 0 && <NoPolicy party={party} />}
      {rows.length > 0 && <Bars {...{ rows, party }} />}
    </Card>
  );
}

function Bars({ rows, party }: { rows: readonly Policy[]; party: Party }) {
  const today = useFirmToday();
  const span = spanOf(rows);
  const now = daysBetween(span.from, today);
  return (
    <>
      <Axis span={span} today={now >= 0 && now <= span.days ? today : null} />
      <ol aria-label={`Policies of ${party.name} by period`} className="divide-y divide-line">
        {rows.map((row) => (
          <li
            key={row.id}
            className="grid items-center gap-x-4 gap-y-1 px-4 py-2 sm:grid-cols-[minmax(0,18rem)_minmax(0,1fr)]"
          >
            <span className="min-w-0">
              <span className="flex items-center justify-between gap-2">
                <AppLink
                  href={placementHref(row)}
                  className={`truncate rounded leading-6 font-medium tabular-nums hover:underline ${focusRing}`}
                >
                  {row.reference}
                </AppLink>
                <StatusBadge {...policyBadge(row.status)} />
              </span>
              <span className="block truncate text-xs text-mute">
                <PartyLink party={otherOf(row, party)} /> · {row.class}
              </span>
            </span>
            <span className="min-w-0">
              <span aria-hidden="true" className="relative block h-2 rounded-full bg-hover">
                <span
                  className={`absolute inset-y-0 min-w-1 rounded-full ${row.status === 'APPROVED' ? 'bg-brand' : 'bg-mute'}`}
                  style={{
                    left: `${placeOf(row.insurance_start_date, span)}%`,
                    right: `${100 - placeOf(row.insurance_end_date, span)}%`,
                  }}
                />
                {now >= 0 && now <= span.days && (
                  <span className="absolute -inset-y-1 w-px bg-fg" style={{ left: `${placeOf(today, span)}%` }} />
                )}
              </span>
              <span className="mt-1 block text-xs text-mute tabular-nums">
                {showDay(row.insurance_start_date)} – {showDay(row.insurance_end_date)}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

// A month that would touch the word for today, or the edge, is not named.
const NEAR = 6;
const EDGE = 4;

/** The months above the bars, and where today is among them. */
function Axis({ span, today }: { span: Span; today: string | null }) {
  const now = today === null ? null : placeOf(today, span);
  const ticks = ticksOf(span)
    .map((day) => ({ day, place: placeOf(day, span) }))
    .filter(({ place }) => place > EDGE && place < 100 - EDGE && (now === null || Math.abs(place - now) > NEAR));
  const mark = 'absolute top-1.5 -translate-x-1/2 whitespace-nowrap';
  return (
    <div
      aria-hidden="true"
      className="hidden grid-cols-[minmax(0,18rem)_minmax(0,1fr)] gap-x-4 border-b border-line px-4 text-xs text-mute sm:grid"
    >
      <span />
      <span className="relative h-7 overflow-hidden">
        {ticks.map(({ day, place }) => (
          <span key={day} className={mark} style={{ left: `${place}%` }}>
            {shortMonth(day)} {yearOf(day)}
          </span>
        ))}
        {now !== null && (
          <span className={`${mark} font-medium text-fg`} style={{ left: `clamp(1.25rem, ${now}%, 100% - 1.25rem)` }}>
            Today
          </span>
        )}
      </span>
    </div>
  );
}

function NoPolicy({ party }: { party: Party }) {
  const may = can(useSession(), 'policies.create') && party.kind === 'REINSURED';
  return (
    <EmptyState title="No policies yet." action={may && <LinkButton href={paths.policyNew}>New policy</LinkButton>}>
      Policies of your branches that name {party.name} are listed here with their periods.
    </EmptyState>
  );
}
