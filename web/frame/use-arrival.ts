import { useEffect, useRef, type RefObject } from 'react';
import { focusOnceThere } from '../ui/focus-once-there.ts';

/** Moves the focus to the content when another page is reached, so that it is read out and Tab begins there. */
export function useArrival(main: RefObject<HTMLElement | null>, pathname: string): void {
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return undefined;
    last.current = pathname;
    const focused = document.activeElement;
    if (focused === null || main.current?.contains(focused) !== true) {
      main.current?.focus({ preventScroll: true });
      return undefined;
    }
    // A page that has put the focus into its own first field keeps it; a link of the page that is left goes with that page.
    return focusOnceThere(() => (focused.isConnected ? null : main.current));
  }, [main, pathname]);
}
