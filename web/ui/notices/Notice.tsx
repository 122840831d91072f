import { clsx } from 'clsx';
import { CircleAlert, Info, OctagonAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

export type NoticeTone = 'info' | 'warn' | 'bad';

const LOOK = {
  info: { icon: Info, className: 'border-line bg-hover text-fg', mark: 'text-info' },
  warn: { icon: TriangleAlert, className: 'border-warn/30 bg-warnsoft text-fg', mark: 'text-warn' },
  bad: { icon: OctagonAlert, className: 'border-bad/30 bg-badsoft text-fg', mark: 'text-bad' },
} as const;

type NoticeProps = { tone?: NoticeTone; title?: ReactNode; children?: ReactNode; action?: ReactNode };

/** A sentence that stays on the page: a warning, a refusal, advice. */
export function Notice({ tone = 'info', title, children, action }: NoticeProps) {
  const { icon: Icon, className, mark } = LOOK[tone] ?? { icon: CircleAlert, className: '', mark: '' };
  // One line and its button stand on one height.
  const alone = children === undefined;
  return (
    <div
      className={clsx('flex gap-2.5 rounded-lg border px-3 py-2', alone ? 'items-center' : 'items-start', className)}
    >
      <Icon size={15} aria-hidden="true" className={clsx('shrink-0', alone ? '' : 'mt-0.5', mark)} />
      <div className="min-w-0 flex-1">
        {title !== undefined && <p className="font-medium">{title}</p>}
        {children}
      </div>
      {action}
    </div>
  );
}
