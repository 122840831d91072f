import { useSyncExternalStore } from 'react';

/** A hook that says whether the screen is as a media query names it, now and whenever that changes. */
export function mediaHook(query: string): () => boolean {
  const media = globalThis.matchMedia(query);
  const subscribe = (listener: () => void) => {
    media.addEventListener('change', listener);
    return () => media.removeEventListener('change', listener);
  };
  return () => useSyncExternalStore(subscribe, () => media.matches);
}
