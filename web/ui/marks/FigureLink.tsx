import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { AppLink } from '../buttons/AppLink.tsx';
import { focusRing } from '../styles.ts';

type Props = {
  href: string;
  /** What the figure is called. */
  title: string;
  /** Left out where the figure shows it. */
  currency?: string;
  children: ReactNode;
};

/** A figure that opens what it is made of: quiet until it is pointed at or focused. On paper it is the figure alone. */
export function FigureLink({ href, title, currency = '', children }: Props) {
  return (
    <AppLink
      href={href}
      className={clsx(
        'relative rounded decoration-mute/60 decoration-dotted underline-offset-4 hover:underline focus-visible:underline',
        focusRing,
      )}
    >
      <span className="sr-only">{title} </span>
      {children}
      <span className="sr-only">{` ${currency}`.trimEnd()}: see its entries</span>
    </AppLink>
  );
}
