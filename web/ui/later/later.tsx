import { useEffect, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';
import { toastError } from '../notices/toast.ts';

/** A part of the screen whose code comes when somebody is about to open it; nothing is shown until it is there. */
export type Later<P> = ((props: P & Closing) => ReactNode) & {
  /** Fetches its code; a failure is announced, and the next call tries again. */
  fetch: () => Promise<void>;
  isHere: () => boolean;
};

/** What could not be fetched is closed again, so that it can be opened anew. */
type Closing = { onClose?: () => void };

/** What is fetched at the first sign of a hand on the page; empty once there was one. */
const waiting: (() => Promise<void>)[] = [];
let seen = false;

/** What fails before it is asked for is no fault yet: it is fetched again, and said, when it is opened. */
function fetchSoon(get: () => Promise<void>): void {
  const quietly = () => void get().catch(() => undefined);
  if (!seen) waiting.push(get);
  else if ('requestIdleCallback' in globalThis) requestIdleCallback(quietly);
  else setTimeout(quietly, 200);
}

/** An act whose code comes in the same way; a failure to fetch it is announced. */
export function laterAct<A extends unknown[]>(load: () => Promise<(...given: A) => void>): (...given: A) => void {
  fetchSoon(async () => void (await load()));
  return (...given) => {
    load().then((act) => act(...given), sayMissing);
  };
}

function sayMissing(): void {
  toastError('This could not be opened', 'Check the connection and try again, or reload the page.');
}

/**
 * Made once, beside the imports. Its code is fetched at the first sign of a hand on the page, by the idle browser where there
 * was one already, and at once when it is rendered; `meanwhile` is shown until it is there.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>, meanwhile: ReactNode = null): Later<P> {
  let part: ComponentType<P> | null = null;
  let coming: Promise<void> | null = null;
  const listeners = new Set<() => void>();
  const bring = async () => {
    try {
      part = await load();
    } catch (error) {
      coming = null;
      throw error;
    }
    for (const listener of listeners) listener();
  };
  const get = () => {
    coming ??= bring();
    return coming;
  };
  const fetch = async () => {
    try {
      await get();
    } catch (error) {
      sayMissing();
      throw error;
    }
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  function Shown(props: P & Closing) {
    const Part = useSyncExternalStore(subscribe, () => part);
    const { onClose } = props;
    useEffect(() => {
      if (part === null) fetch().catch(() => onClose?.());
      // Once: what closes it changes with each rendering.
      // oxlint-disable-next-line react-hooks/exhaustive-deps
    }, []);
    return Part === null ? meanwhile : <Part {...props} />;
  }
  fetchSoon(get);
  return Object.assign(Shown, { fetch, isHere: () => part !== null });
}

const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const;

/** Fetches what may be opened as soon as a pointer moves or a key is pressed, and not before. */
export function useFirstSign(): void {
  useEffect(() => {
    const leave = () => {
      for (const sign of SIGNS) document.removeEventListener(sign, answer, true);
    };
    const answer = () => {
      leave();
      seen = true;
      for (const get of waiting.splice(0)) get().catch(() => undefined);
    };
    for (const sign of SIGNS) document.addEventListener(sign, answer, true);
    return leave;
  }, []);
}
