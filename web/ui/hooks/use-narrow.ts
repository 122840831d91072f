import { useSyncExternalStore } from 'react';

const narrow = globalThis.matchMedia('(max-width: 40rem)');

function subscribe(listener: () => void): () => void {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
}

/**
 * Whether the screen is a telephone's (or a large one magnified). An open list covers part of the fields behind it
 * there, so it is the only one shown until it is closed.
 */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => narrow.matches);
}
