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

export function later<P extends object>(load: () => Promise<ComponentType<P>>): Later<P> {
  let part: ComponentType<P> | null = null;
  let coming: Promise<void> | null = null;
  const listeners = new Set<() => void>();
  const fetch = () => {
    coming ??= load().then(
      (loaded) => {
        part = loaded;
        for (const listener of listeners) listener();
      },
      (error: unknown) => {
        coming = null;
        toastError('This could not be opened', 'Check the connection and try again, or reload the page.');
        throw error;
      },
    );
    return coming;
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
    return Part === null ? null : <Part {...props} />;
  }
  return Object.assign(Shown, { fetch, isHere: () => part !== null });
}

const kit: Later<never>[] = [];

/** A part of the kit: it is fetched with the others at the first sign of a hand on the page. */
export function ofKit<P extends object>(load: () => Promise<ComponentType<P>>): Later<P> {
  const part = later(load);
  kit.push(part);
  return part;
}

const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const;

/** Fetches what may be opened on any screen as soon as a pointer moves or a key is pressed, and not before. */
export function useFirstSign(): void {
  useEffect(() => {
    const answer = () => {
      leave();
      // What fails here is asked for again, and said, when it is opened.
      for (const part of kit) if (!part.isHere()) part.fetch().catch(() => undefined);
    };
    const leave = () => {
      for (const sign of SIGNS) document.removeEventListener(sign, answer, true);
    };
    for (const sign of SIGNS) document.addEventListener(sign, answer, true);
    return leave;
  }, []);
}
