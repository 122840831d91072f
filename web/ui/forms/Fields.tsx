import { useEffect, useRef, type ReactNode } from 'react';

type Props = { busy: boolean; className?: string; children: ReactNode };

/**
 * The fields of a form, which wait while it is sent: what is typed meanwhile would be neither in what was sent nor kept.
 * Who was in one of them is there again when it is refused.
 */
export function Fields({ busy, className, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const held = document.activeElement;
    if (!busy || !(held instanceof HTMLElement) || place.current?.contains(held) !== true) return undefined;
    return () => {
      // A dialog takes the focus that a field of it has lost.
      if (held.isConnected && document.activeElement?.contains(held) === true) held.focus({ preventScroll: true });
    };
  }, [busy]);
  return (
    <div ref={place} inert={busy} className={className}>
      {children}
    </div>
  );
}
