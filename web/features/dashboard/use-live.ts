import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { watchChanges } from '../../../domain/reports/changes-watch.ts';
import { send } from '../../api/client.ts';
import { refreshQuietly } from '../../api/refresh.ts';
import { useReadsAll } from '../../api/session.ts';
import { paced } from './paced.ts';
import { watch } from './watching.ts';

const open = (signal: AbortSignal) =>
  send(watchChanges, { query: {} }, { signal, background: true, accept: 'text/plain' });

/**
 * The page shows what colleagues decide without being asked: it watches a stream of changes while it is seen, since each stream holds a
 * connection of the browser.
 */
export function useLive(): void {
  const client = useQueryClient();
  const together = useReadsAll();
  useEffect(() => {
    let stop: AbortController | undefined;
    const reading = paced(() => refreshQuietly(client));
    const follow = () => {
      if (document.visibilityState === 'hidden') {
        stop?.abort();
        stop = undefined;
      } else if (stop === undefined) {
        stop = new AbortController();
        void watch({ open, signal: stop.signal, onChange: reading.changed });
      }
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      reading.stop();
      stop?.abort();
    };
    // Another state of the branch switch is another stream.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the call itself reads it
  }, [client, together]);
}
