import { clsx } from 'clsx';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

/** Says of what scrolls sideways whether all of it fits, and whether columns go on beyond its right edge, where they fade. */
function markMore(frame: HTMLDivElement | null) {
  const scroller = frame?.firstElementChild;
  if (frame === null || !(scroller instanceof HTMLElement)) return undefined;
  const look = () => {
    const beyond = scroller.scrollWidth - scroller.clientWidth;
    frame.toggleAttribute('data-fits', beyond <= 1);
    frame.toggleAttribute('data-more', beyond - scroller.scrollLeft > 1);
  };
  const observer = new ResizeObserver(look);
  observer.observe(scroller);
  if (scroller.firstElementChild !== null) observer.observe(scroller.firstElementChild);
  scroller.addEventListener('scroll', look, { passive: true });
  return () => {
    observer.disconnect();
    scroller.removeEventListener('scroll', look);
  };
}

/** Hands the height that a column leaves it down to what scrolls. */
export const SHARES = 'flex min-h-0 flex-col print:block';

type FadingProps = {
  /** What scrolls, with its table as its first child. */
  children: ReactNode;
  /** Whether a column of buttons is pinned at the right, beside which the others fade. */
  pinned?: boolean;
  className?: string;
};

/** The frame of a table that may be wider than its place: where columns go on, they fade, and an arrow beside their heads says so. */
export function Fading({ children, pinned = false, className = `rounded-[inherit] ${SHARES}` }: FadingProps) {
  return (
    <div ref={markMore} className={clsx('group/table relative min-w-0', className)}>
      {children}
      <div
        aria-hidden="true"
        className={clsx(
          'no-print pointer-events-none absolute inset-y-0 z-20 hidden w-8 bg-linear-to-l from-panel group-data-more/table:block',
          pinned ? 'right-11' : 'right-0 rounded-r-[inherit]',
        )}
      >
        <span className="absolute top-1.5 right-1 grid size-5 place-items-center rounded-full border border-line bg-panel text-mute shadow-sm">
          <ChevronRight size={12} />
        </span>
      </div>
    </div>
  );
}
