import { useEffect, useRef, type RefObject } from 'react';

/** Moves the focus to the content when another page is reached, so that it is read out and Tab begins there. */
export function useArrival(main: RefObject<HTMLElement | null>, pathname: string): void {
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    // A page that has put the focus into its own first field keeps it.
    if (main.current?.contains(document.activeElement) === true) return;
    main.current?.focus({ preventScroll: true });
  }, [main, pathname]);
}
