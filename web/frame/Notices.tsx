import { Clock, WifiOff } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { currentSession } from '../../domain/accounts/session.ts';
import { useIdleEnd } from '../api/activity.ts';
import { call, sessionEnded } from '../api/client.ts';
import { toastProblem } from '../api/toast-problem.ts';
import { Button } from '../ui/buttons/Button.tsx';

function subscribeOnline(listener: () => void): () => void {
  globalThis.addEventListener('online', listener);
  globalThis.addEventListener('offline', listener);
  return () => {
    globalThis.removeEventListener('online', listener);
    globalThis.removeEventListener('offline', listener);
  };
}

const band =
  'no-print flex flex-wrap items-center justify-center gap-x-3 gap-y-1 border-b border-warn/30 bg-warnsoft px-4 py-1.5 text-center';

export function OfflineBanner() {
  const online = useSyncExternalStore(subscribeOnline, () => navigator.onLine);
  return (
    <div aria-live="polite">
      {!online && (
        <p className={band}>
          <WifiOff size={14} aria-hidden="true" className="shrink-0 text-warn" />
          You are offline. What you type is kept; saving works again when the connection is back.
        </p>
      )}
    </div>
  );
}

const NOTICE_MS = 60_000;
const LONGEST_TIMER_MS = 2_000_000_000;

/** The latest of some instants that has been reached, waking when the next one comes. */
function useReached(instants: readonly number[]): number | null {
  const [now, setNow] = useState(() => Date.now());
  const next = Math.min(...instants.filter((instant) => instant > now), now + LONGEST_TIMER_MS);
  useEffect(() => {
    // A timer may wake a moment early.
    const timer = setTimeout(() => setNow(Math.max(next, Date.now())), Math.max(0, next - Date.now()));
    return () => clearTimeout(timer);
  }, [next]);
  return instants.findLast((instant) => instant <= now) ?? null;
}

/** Asks the server whether the session is still open, as an act of the user or of the screen: 401 ends it here, too. */
async function askSession(background: boolean): Promise<void> {
  try {
    await call(currentSession, {}, { background });
  } catch (error) {
    if (!background) toastProblem('Not extended', error);
  }
}

/**
 * A minute before a session's end the screen says so: after its hours without a way to stay, after idle minutes with
 * one (§5).
 */
export function SessionNotice({ endsAt, idleMinutes }: { endsAt: number; idleMinutes: number }) {
  const idleEnd = useIdleEnd(idleMinutes);
  const idle = idleEnd < endsAt;
  const end = idle ? idleEnd : endsAt;
  const reached = useReached([end - NOTICE_MS, end]);
  const over = reached === end;
  useEffect(() => {
    if (!over) return;
    if (idle) void askSession(true);
    else sessionEnded();
  }, [over, idle]);
  return (
    <div aria-live="assertive">
      {reached !== null && (
        <div className={band}>
          <p className="flex items-center gap-2">
            <Clock size={14} aria-hidden="true" className="shrink-0 text-warn" />
            {idle
              ? `You have not worked here for almost ${idleMinutes === 60 ? 'an hour' : `${idleMinutes} minutes`}: your session ends within a minute. What you typed in a form is kept.`
              : 'Your session ends within a minute. What you typed in a form is kept; sign in again to go on.'}
          </p>
          {idle && (
            <Button size="sm" onClick={() => void askSession(false)}>
              Stay signed in
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
