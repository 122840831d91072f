import { useEffect, useState } from 'react';
import type { Choice } from '../../../domain/fields.ts';

export type Found = Choice;
export type Search = (text: string, signal: AbortSignal) => Promise<Found[]>;

type Result = { items: Found[]; state: 'waiting' | 'ready' | 'failed' };
const NOTHING: Result = { items: [], state: 'waiting' };
const PAUSE_MS = 180;

/** Asks the server for what is being typed: after a short pause, the last question alone; the old answer stays till the new. */
export function useSearch(search: Search, { text, active }: { text: string; active: boolean }): Result {
  const [result, setResult] = useState(NOTHING);
  useEffect(() => {
    if (!active) return undefined;
    const request = new AbortController();
    const ask = async () => {
      try {
        const items = await search(text.trim(), request.signal);
        if (!request.signal.aborted) setResult({ items, state: 'ready' });
      } catch {
        if (!request.signal.aborted) setResult({ items: [], state: 'failed' });
      }
    };
    const timer = setTimeout(() => void ask(), text === '' ? 0 : PAUSE_MS);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
    // A new `search` function with the same text is the same question: callers need not memoise it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [text, active]);
  return result;
}
