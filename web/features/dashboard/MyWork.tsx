import { clsx } from 'clsx';
import { use, useRef, type ReactNode } from 'react';
import type { WireReply } from '../../../domain/endpoint.ts';
import { kindOf, titleOf } from '../../../domain/records/kinds.ts';
import { countWarranties } from '../../../domain/reports/desks.ts';
import { myWork } from '../../../domain/reports/work.ts';
import { countRenewals } from '../../../domain/renewals/contract.ts';
import { countReminders } from '../../../domain/statements/contract.ts';
import { dayIn, daysBetween, type Day } from '../../../domain/values/day.ts';
import { can, useSession } from '../../api/session.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { AppLink } from '../../ui/buttons/AppLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { InstantText, MoneyText } from '../../ui/marks/Figures.tsx';
import { useFirmToday } from '../../api/firm-day.ts';
import { EmptyState, ErrorState, Skeleton } from '../../ui/notices/States.tsx';
import { TimeZone } from '../../ui/fields/use-today.ts';
import { useShowsBranches } from '../../ui/tables/shows-branches.ts';
import { useKeys } from '../../ui/hooks/use-keys.ts';
import { focusRing } from '../../ui/styles.ts';
import { paths, withQuery, workHref } from '../../paths.ts';
import { showDay } from '../../ui/marks/format.ts';
import { showAtLeast, showCount } from '../../ui/fields/whole-number.ts';

type Task = WireReply<typeof myWork>['data'][number];

const REASONS = [
  { reason: 'APPROVE', title: 'To approve' },
  { reason: 'REJECTED', title: 'Sent back to me' },
  { reason: 'PAY', title: 'To pay' },
  { reason: 'NOTIFY', title: 'Signed lines to notify' },
  { reason: 'DECLARE', title: 'Declaration due' },
  { reason: 'DIARY', title: 'Diary of claims' },
] as const;

function waitOf(since: Day, today: Day): string {
  const days = daysBetween(since, today);
  return days <= 0 ? 'today' : days === 1 ? '1 day' : `${days} days`;
}

/** How long a task waits, by the firm's day. */
function Waiting({ since }: { since: string }) {
  const zone = use(TimeZone) ?? 'UTC';
  return waitOf(dayIn(zone, new Date(since)), useFirmToday());
}

/** Keys of the list: `j` and `k` go from task to task, Enter opens one at its decision. */
function useTaskKeys() {
  const list = useRef<HTMLElement>(null);
  const step = (by: 1 | -1) => {
    const tasks = [...(list.current?.querySelectorAll('a') ?? [])];
    const at = tasks.findIndex((task) => task === document.activeElement);
    tasks[Math.min(tasks.length - 1, Math.max(0, at + by))]?.focus();
  };
  useKeys({ j: () => step(1), k: () => step(-1) });
  return list;
}

/**
 * What waits for me: approvals, what was sent back, vouchers to pay; the oldest first. Its height is known before its
 * replies and never follows them, so that nothing below it moves: as high as what is beside it, and the rest scrolls within.
 */
export function MyWork() {
  const list = useTaskKeys();
  const { data, error, refetch } = useEndpoint(myWork, { query: {} });
  const renewals = useOpenRenewals();
  const warranties = useUnmetWarranties();
  const reminders = useDueReminders();
  const counts = [renewals, warranties, reminders];
  // What comes one after the other would push the rest down.
  const waits = error === null && (data === undefined || counts.includes(undefined));
  const shown = waits ? undefined : data?.data;
  const more = data?.more ?? [];
  return (
    <div className="relative min-h-80 min-w-0 grow">
      <Card
        flush
        className="absolute inset-0 flex flex-col *:last:flex *:last:min-h-0 *:last:flex-1 *:last:flex-col"
        title={
          shown === undefined || shown.length === 0
            ? 'My work'
            : `My work · ${showAtLeast(shown.length, more.length > 0)}`
        }
      >
        {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
        {waits && (
          <div aria-busy="true" className="grid gap-4 p-4">
            <Skeleton className="w-2/3" />
            <Skeleton className="w-1/2" />
            <Skeleton className="w-3/5" />
          </div>
        )}
        {shown?.length === 0 && counts.every((one) => one === null) && (
          <div className="my-auto">
            <EmptyState title="Nothing waits for you.">
              Approvals, rejected records and vouchers to pay appear here.
            </EmptyState>
          </div>
        )}
        {!waits && renewals != null && <OpenRenewals {...renewals} />}
        {!waits && warranties != null && <UnmetWarranties {...warranties} />}
        {!waits && reminders != null && <DueReminders {...reminders} />}
        {shown?.length === 0 && counts.some((one) => one !== null) && (
          <p className="m-auto px-4 text-center text-balance text-mute">No record waits for you.</p>
        )}
        {shown !== undefined && shown.length > 0 && (
          <section
            ref={list}
            aria-label="My work"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
            tabIndex={0}
            className={clsx('relative min-h-0 overflow-y-auto rounded-b-lg', focusRing, 'focus-visible:ring-inset')}
          >
            {REASONS.map(({ reason, title }) => (
              <Tasks
                key={reason}
                {...{ title }}
                tasks={shown.filter((task) => task.reason === reason)}
                more={more.includes(reason)}
              />
            ))}
          </section>
        )}
      </Card>
    </div>
  );
}

/** So many wait, and perhaps more than are counted. */
type Counted = { count: number; more?: boolean | undefined };
const countText = ({ count, more }: Counted) => `${more ? 'More than ' : ''}${showCount(count)}`;

type Renewals = WireReply<typeof countRenewals>;

/** Who looks after policies that are placed. */
function useUnderwrites(): boolean {
  const session = useSession();
  return can(session, 'policies.create') && can(session, 'reports.production');
}

/** Policies of the next 60 days that nobody has renewed or left yet, for those who renew; null of none, undefined until it is known. */
function useOpenRenewals(): Renewals | null | undefined {
  const renews = useUnderwrites();
  const { data, error } = useEndpoint(countRenewals, { query: {} }, { enabled: renews });
  if (!renews || error !== null) return null;
  if (data === undefined) return undefined;
  return data.count === 0 ? null : data;
}

function OpenRenewals({ enddate, ...found }: Renewals) {
  return (
    <WorkLink href={`${paths.renewal}?state=OPEN`} title="To renew">
      {countText(found)} {found.count === 1 ? 'expires' : 'expire'} by {showDay(enddate)}
    </WorkLink>
  );
}

type Warranties = WireReply<typeof countWarranties>;

/** Premium warranties that are breached or fall due, for those who underwrite; null of none, undefined until it is known. */
function useUnmetWarranties(): Warranties | null | undefined {
  const underwrites = useUnderwrites();
  const { data, error } = useEndpoint(countWarranties, { query: {} }, { enabled: underwrites });
  if (!underwrites || error !== null) return null;
  if (data === undefined) return undefined;
  return data.broken + data.falling_due === 0 ? null : data;
}

function UnmetWarranties({ broken, falling_due: due, more }: Warranties) {
  const breached = broken > 0 && `${countText({ count: broken, more })} breached`;
  const falling = due > 0 && `${countText({ count: due, more })} ${due === 1 ? 'falls' : 'fall'} due`;
  return (
    <WorkLink
      href={withQuery(paths.warranties, { state: broken > 0 ? 'BROKEN' : 'FALLING_DUE' })}
      title="Premium warranties"
    >
      {[breached, falling].filter((one) => one !== false).join(', ')}
    </WorkLink>
  );
}

type Reminders = WireReply<typeof countReminders>;

/** Instalments that a letter is due for today, for those who send them; null of none, undefined until it is known. */
function useDueReminders(): Reminders | null | undefined {
  const session = useSession();
  const reminds = can(session, 'reports.money') && can(session, 'policy_documents.generate');
  const { data, error } = useEndpoint(countReminders, { query: {} }, { enabled: reminds });
  if (!reminds || error !== null) return null;
  return data?.count === 0 ? null : data;
}

function DueReminders({ oldest, ...found }: Reminders) {
  return (
    <WorkLink href={paths.reminders} title="To remind">
      {countText(found)} due
      {oldest !== null && `, oldest ${showDay(oldest)}`}
    </WorkLink>
  );
}

/** Work that has a page of its own. */
function WorkLink({ href, title, children }: { href: string; title: string; children: ReactNode }) {
  return (
    <AppLink
      {...{ href }}
      className={clsx(
        'flex h-10 shrink-0 items-center justify-between gap-x-4 border-b border-line px-4 hover:bg-hover',
        focusRing,
        'focus-visible:ring-inset',
      )}
    >
      <span className="font-medium whitespace-nowrap">{title}</span>
      <span className="truncate text-right text-mute tabular-nums">{children}</span>
    </AppLink>
  );
}

function Tasks({ title, tasks, more }: { title: string; tasks: readonly Task[]; more: boolean }) {
  const shows = useShowsBranches();
  if (tasks.length === 0) return null;
  return (
    <>
      <h3 className="sticky top-0 flex h-8 items-center gap-2 border-b border-line bg-hover px-4 text-xs font-medium">
        {title} <span className="text-mute tabular-nums">{showAtLeast(tasks.length, more)}</span>
      </h3>
      <ul>
        {tasks.map((task) => (
          <li key={`${task.kind} ${task.reason} ${task.id}`} className="border-b border-line last:border-b-0">
            <AppLink
              href={workHref(task.kind, task.id, task.reason)}
              className={clsx(
                'grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 px-4 py-2 hover:bg-hover',
                focusRing,
                'focus-visible:ring-inset',
              )}
            >
              <span className="truncate font-medium">
                <span dir="auto">{task.title}</span>
              </span>
              <MoneyText withCurrency value={task.amount} currency={task.currency} />
              <span className="truncate text-xs text-mute tabular-nums">
                {titleOf(kindOf(task))} {task.number}
                {shows && !task.number.split('/').includes(task.branch) && ` · ${task.branch}`}
              </span>
              <span className="text-right text-xs text-mute">
                <span className="sr-only">
                  waiting since <InstantText value={task.since} />,{' '}
                </span>
                <Waiting since={task.since} />
              </span>
            </AppLink>
          </li>
        ))}
      </ul>
    </>
  );
}
