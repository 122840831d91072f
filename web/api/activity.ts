import { useSyncExternalStore } from 'react';

/**
 * When the server last saw a call of this session that was not made in the background, kept as the server keeps it: at
 * most once a minute, for all tabs together. From it follows when the session ends for want of work (§5).
 */

const KEY = 'slipway.seen';
const STEP_MS = 60_000;

const listeners = new Set<() => void>();

function readSeen(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

export function noteCall(): void {
  const now = Date.now();
  const last = Date.parse(readSeen());
  if (now - last < STEP_MS && now >= last) return;
  try {
    localStorage.setItem(KEY, new Date(now).toISOString());
  } catch {
    // Without storage there is no notice; the server ends the session all the same.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  globalThis.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    globalThis.removeEventListener('storage', listener);
  };
}

/** The instant, in milliseconds since 1970, at which an idle session ends; NaN when no call was made yet. */
export function useIdleEnd(idleMinutes: number): number {
  return Date.parse(useSyncExternalStore(subscribe, readSeen)) + idleMinutes * 60_000;
}
