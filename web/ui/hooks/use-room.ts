import { useSyncExternalStore } from 'react';

const roomy = globalThis.matchMedia('(min-width: 90rem)');

function subscribe(listener: () => void): () => void {
  roomy.addEventListener('change', listener);
  return () => roomy.removeEventListener('change', listener);
}

/** Whether a screen has room for the further columns of a list. */
export function useRoom(): boolean {
  return useSyncExternalStore(subscribe, () => roomy.matches);
}
