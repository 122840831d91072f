import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { CHANGED, watchChanges } from '../../../domain/reports/changes-watch.ts';
import { send } from '../../api/client.ts';
import { refreshQuietly } from '../../api/refresh.ts';
import { useReadsAll } from '../../api/session.ts';
import { paced } from './paced.ts';

const AGAIN_MS = 15_000;

const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });

/** Reads one stream to its end, and calls for each line that says that something changed. */
async function readStream(signal: AbortSignal, onChange: () => void): Promise<void> {
  const response = await send(watchChanges, { query: {} }, { signal, background: true, accept: 'text/plain' });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const part = await reader?.read();
    if (part === undefined || part.done) return;
    if (part.value.includes(CHANGED)) onChange();
  }
}

/** One stream after the other, until it is stopped; what happened while there was none is asked for. */
async function watch(signal: AbortSignal, onChange: () => void): Promise<void> {
  while (!signal.aborted) {
    try {
      await readStream(signal, onChange);
    } catch {
      await wait(AGAIN_MS, signal);
      onChange();
    }
  }
}

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
        void watch(stop.signal, reading.changed);
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
