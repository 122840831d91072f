import { Monitor, Smartphone } from 'lucide-react';
import type { WireReply } from '../../../domain/endpoint.ts';
import type { ownSessions } from '../../../domain/accounts/users.ts';
import { Badge } from '../../ui/marks/Badge.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { InstantText } from '../../ui/marks/Figures.tsx';
import { ErrorState, Skeleton } from '../../ui/notices/States.tsx';

type Session = WireReply<typeof ownSessions>['data'][number];
type Props = {
  sessions: readonly Session[] | undefined;
  error: Error | null;
  onRetry: () => void;
  /** Left out: they are only looked at. */
  onEnd?: ((session: Session) => void) | undefined;
  busy: boolean;
  none: string;
};

const WITH: Record<Session['factor'], string> = {
  PASSWORD: 'by password',
  TOTP: 'by password and app',
  PASSKEY: 'by password and passkey',
  RECOVERY: 'by a recovery code',
};
const isHandheld = (agent: string) => /iPhone|iPad|Android/.test(agent);

/** Open sessions, the latest first: browser, address, since when, and a way to end each. */
export function SessionList({ sessions, error, onRetry, onEnd, busy, none }: Props) {
  if (sessions === undefined) {
    return error === null ? <Skeleton className="m-4 h-16" /> : <ErrorState {...{ error, onRetry }} />;
  }
  if (sessions.length === 0) return <p className="px-4 py-3 text-mute">{none}</p>;
  return (
    <ul className="divide-y divide-line">
      {sessions.map((session) => {
        const Icon = isHandheld(session.agent) ? Smartphone : Monitor;
        const name = session.agent === '' ? 'Unknown browser' : session.agent;
        return (
          <li key={session.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5">
            <Icon size={16} aria-hidden="true" className="shrink-0 text-mute" />
            <div className="min-w-0 flex-1 basis-48">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                {name}
                {session.current && <Badge tone="good">This session</Badge>}
              </p>
              <p className="text-xs text-mute">
                {session.address !== '' && <>{session.address} · </>}
                Signed in <InstantText value={session.startedAt} /> {WITH[session.factor]} · Last seen{' '}
                <InstantText value={session.lastSeenAt} />
              </p>
            </div>
            {onEnd !== undefined && !session.current && (
              <Button
                size="sm"
                {...{ busy }}
                aria-label={`Sign out ${name}, ${session.address}`}
                onClick={() => onEnd(session)}
              >
                Sign out
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
