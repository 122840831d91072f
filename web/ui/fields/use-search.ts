import { useEffect, useState } from 'react';
import type { Choice } from '../../../domain/fields.ts';

export type Found = Choice;
export type Search = (text: string, signal: AbortSignal) => Promise<Found[]>;

type State = 'waiting' | 'ready' | 'failed';
type Result = { items: Found[]; state: State };
type Answer = Result & { text: string };
const NOTHING: Answer = { text: '', items: [], state: 'waiting' };
const PAUSE_MS = 180;

/**
 * Asks the server for what is being typed: after a short pause, the last question alone. The old answer stays in sight
 * till the new one comes; until then the state is `waiting` and nothing of it may be chosen.
 */
export function useSearch(search: Search, { text, active }: { text: string; active: boolean }): Result {
  const [answer, setAnswer] = useState(NOTHING);
  useEffect(() => {
    if (!active) return undefined;
    const request = new AbortController();
    const ask = async () => {
      try {
        const items = await search(text.trim(), request.signal);
        if (!request.signal.aborted) setAnswer({ text, items, state: 'ready' });
      } catch {
        if (!request.signal.aborted) setAnswer({ text, items: [], state: 'failed' });
      }
    };
    const timer = setTimeout(() => void ask(), text === '' ? 0 : PAUSE_MS);
    return () => {
      clearTimeout(timer);
      request.abort();
      // The same text may be another question when the list opens again.
      setAnswer((old) => ({ ...old, state: 'waiting' }));
    };
    // A new `search` function with the same text is the same question: callers need not memoise it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [text, active]);
  return { items: answer.items, state: answer.text === text ? answer.state : 'waiting' };
}
