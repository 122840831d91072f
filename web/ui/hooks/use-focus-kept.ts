import { useEffect, type RefObject } from 'react';

/**
 * An act takes away its own button: once a record is decided nobody can review it. Who had the focus on an act of a head,
 * or in a dialog over it, has it on the head's title from then on, which says what the record is now, and not on nothing.
 */
export function useFocusKept(head: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let held = false;
    const went = ({ target }: Event) => {
      if (!(target instanceof Element)) return;
      held = head.current?.contains(target) === true || target.closest('[role=dialog]') !== null;
    };
    const look = () => {
      if (!held || document.activeElement !== document.body) return;
      // One that is leaving may give the focus back yet.
      if (document.querySelector('[role=dialog]') !== null) return;
      head.current?.querySelector('h1')?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
    for (const act of ACTS) document.addEventListener(act, went, true);
    return () => {
      observer.disconnect();
      for (const act of ACTS) document.removeEventListener(act, went, true);
    };
  }, [head]);
}

/** By what a person says where they are. */
const ACTS = ['focusin', 'pointerdown'] as const;
