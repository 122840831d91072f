import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { focusRing } from '../styles.ts';

/** What scrolls is reached by keyboard; what fits is no stop on the way. */
function stopWhereItScrolls(box: HTMLDivElement | null) {
  const content = box?.firstElementChild;
  if (!box || !content) return undefined;
  const look = () => {
    if (box.scrollHeight > box.clientHeight) box.tabIndex = 0;
    else if (box !== document.activeElement) box.removeAttribute('tabindex');
  };
  const observer = new ResizeObserver(look);
  observer.observe(box);
  observer.observe(content);
  return () => observer.disconnect();
}

type ScrollerProps = {
  /** Its height. */
  className: string;
  children: ReactNode;
};

/** A place of one height whose content scrolls where it is higher. */
export function Scroller({ className, children }: ScrollerProps) {
  return (
    <div
      ref={stopWhereItScrolls}
      className={clsx('relative overflow-y-auto rounded-b-lg', focusRing, 'focus-visible:ring-inset', className)}
    >
      <div>{children}</div>
    </div>
  );
}
