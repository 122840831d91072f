import { createContext, use, useLayoutEffect, useSyncExternalStore } from 'react';

/** The code of the branch that the page on the screen works in, instead of the one of the session; null for none. */
let current: string | null = null;
/** Where the page worked that was open before. */
let left: string | null = null;
const listeners = new Set<() => void>();

function move(place: string | null): void {
  if (place === current) return;
  current = place;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const placeLeft = (): string | null => left;
export const forgetLeft = (): void => {
  left = null;
};
export const currentPlace = (): string | null => current;

/** Where the page works that is being left goes with it: the screen never has two of them. */
export const usePagePlace = (): string | null => useSyncExternalStore(subscribe, currentPlace);

/** For what is inside the page; the frame around it has none. */
export const Place = createContext<string | null>(null);
export const usePlace = (): string | null => use(Place);

/** The page works in this branch from now on, until it is left. */
export function useMovedTo(place: string | null): void {
  useLayoutEffect(() => {
    if (place === null) return undefined;
    move(place);
    return () => {
      left = place;
      move(null);
    };
  }, [place]);
}
