import { Clock, WifiOff } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';

function subscribeOnline(listener: () => void): () => void {
  globalThis.addEventListener('online', listener);
  globalThis.addEventListener('offline', listener);
  return () => {
    globalThis.removeEventListener('online', listener);
    globalThis.removeEventListener('offline', listener);
  };
}

const band =
  'no-print flex items-center justify-center gap-2 border-b border-warn/30 bg-warnsoft px-4 py-1.5 text-center';

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

/** A minute before a session's end the screen says so (§5). */
export function SessionNotice({ endsAt }: { endsAt: number }) {
  const [noticedFor, setNoticedFor] = useState<number | null>(null);
  useEffect(() => {
    const wait = Math.min(LONGEST_TIMER_MS, Math.max(0, endsAt - NOTICE_MS - Date.now()));
    const timer = setTimeout(() => setNoticedFor(endsAt), wait);
    return () => clearTimeout(timer);
  }, [endsAt]);
  return (
    <div aria-live="assertive">
      {noticedFor === endsAt && (
        <p className={band}>
          <Clock size={14} aria-hidden="true" className="shrink-0 text-warn" />
          Your session ends in less than a minute. A form that you are filling is kept; sign in again to go on.
        </p>
      )}
    </div>
  );
}
