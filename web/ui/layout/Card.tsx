import { clsx } from 'clsx';
import { useId, type ReactNode } from 'react';

type CardProps = {
  title?: string;
  actions?: ReactNode;
  flush?: boolean;
  className?: string;
  children: ReactNode;
};

/** What lies last in a flush card ends in its corners, and what lies first begins in them: a pinned cell would stand out of them. */
const ENDS_ROUND = 'rounded-b-[inherit] [&>:last-child]:rounded-b-[inherit]';
const BEGINS_ROUND = 'rounded-t-[inherit] [&>:first-child]:rounded-t-[inherit]';

/** The first column of its tables begins below the title. */
const LINED_UP = '[&_tr>:first-child]:pl-4';

/** A panel with an optional heading; `flush` for a table that reaches its edges. */
export function Card({ title, actions, flush = false, className, children }: CardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={title === undefined ? undefined : id}
      className={clsx('min-w-0 rounded-lg border border-line bg-panel shadow-[0_1px_2px_rgb(0_0_0/.03)]', className)}
    >
      {title !== undefined && (
        <header
          className={clsx(
            'flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 py-1.5',
            flush && 'border-b border-line',
          )}
        >
          <h2 id={id} className="text-sm font-semibold">
            {title}
          </h2>
          {actions !== undefined && <div className="flex flex-wrap items-center gap-1.5">{actions}</div>}
        </header>
      )}
      <div
        className={clsx(
          flush ? [ENDS_ROUND, LINED_UP] : 'p-4',
          flush && title === undefined && BEGINS_ROUND,
          !flush && title !== undefined && 'pt-1',
        )}
      >
        {children}
      </div>
    </section>
  );
}
