import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { AppLink } from '../buttons/AppLink.tsx';
import { focusRing } from '../styles.ts';

/** A name that leads to its page, in the colour of the text around it; high enough to be touched beside another. */
export function NameLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <AppLink
      href={href}
      className={clsx('inline-flex min-h-6 max-w-full items-center rounded hover:underline', focusRing)}
    >
      {typeof children === 'string' ? (
        <span dir="auto" title={children.length > 28 ? children : undefined} className="block max-w-56 truncate">
          {children}
        </span>
      ) : (
        children
      )}
    </AppLink>
  );
}
