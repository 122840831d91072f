import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { MoneyText, RateText } from './Figures.tsx';
import { AppLink } from '../buttons/AppLink.tsx';
import { focusRing } from '../styles.ts';

export type FigureRow = {
  label: string;
  /** Decimal text of the wire; with `kind` 'rate' a percentage, with 'text' shown unchanged. */
  value: string | null | undefined;
  kind?: 'money' | 'rate' | 'text';
  /** 'total' draws a line above and is bold; 'sub' is indented and quiet. */
  level?: 'total' | 'sub';
  tone?: 'bad' | 'good';
  /** What the figure is made of. */
  href?: string;
  note?: string;
};

type FiguresPanelProps = {
  title: string;
  currency: string;
  rows: readonly FigureRow[];
  /** Read aloud when they change (next to a form). */
  live?: boolean;
  footer?: ReactNode;
};

/** Labels and figures in rows, totals last; the currency is shown once, in the heading. */
export function FiguresPanel({ title, currency, rows, live = false, footer }: FiguresPanelProps) {
  return (
    <section aria-label={title} className="rounded-lg border border-line bg-panel">
      <h2 className="flex items-center justify-between border-b border-line px-3.5 py-2 font-semibold">
        {title}
        <span className="text-xs font-medium text-mute">{currency}</span>
      </h2>
      <dl aria-live={live ? 'polite' : undefined} className="grid px-3.5 py-1.5">
        {rows.map((row) => (
          <div
            key={row.label}
            className={clsx(
              'flex items-baseline justify-between gap-4 py-1',
              row.level === 'total' &&
                'font-semibold not-first:mt-1 not-first:border-t not-first:border-line not-first:pt-2',
              row.level === 'sub' && 'pl-3',
            )}
          >
            <dt className={clsx('min-w-0', row.level !== 'total' && 'text-mute')}>
              {row.label}
              {row.note !== undefined && <span className="block text-xs font-normal text-mute">{row.note}</span>}
            </dt>
            <dd
              className={clsx('figures min-h-5', row.tone === 'bad' && 'text-bad', row.tone === 'good' && 'text-good')}
            >
              {row.href === undefined ? (
                <FigureValue row={row} currency={currency} />
              ) : (
                <AppLink href={row.href} className={clsx('rounded hover:underline', focusRing)}>
                  <FigureValue row={row} currency={currency} />
                </AppLink>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {footer !== undefined && <div className="border-t border-line px-3.5 py-2.5">{footer}</div>}
    </section>
  );
}

function FigureValue({ row, currency }: { row: FigureRow; currency: string }) {
  if (row.kind === 'rate') return <RateText value={row.value} />;
  if (row.kind === 'text') return row.value;
  return <MoneyText value={row.value} currency={currency} />;
}
