import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { AppLink } from '../buttons/AppLink.tsx';
import { noteLeft } from '../hooks/use-way-back.ts';
import { focusRing } from '../styles.ts';

type Props = { href: string; label: string; children: ReactNode };

/** A figure that opens what it is made of: quiet until it is pointed at or focused. On paper it is the figure alone. */
export function FigureLink({ href, label, children }: Props) {
  return (
    <AppLink
      href={href}
      aria-label={label}
      data-figure=""
      onClick={() => noteLeft(href)}
      className={clsx(
        'rounded decoration-mute/60 decoration-dotted underline-offset-4 hover:underline focus-visible:underline',
        focusRing,
      )}
    >
      {children}
    </AppLink>
  );
}
