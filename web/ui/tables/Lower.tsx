import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { Lower } from './table-types.ts';

/** Where columns stand below others, what has one line keeps level with the first of theirs, and a link is as high as a finger needs. */
export const LEVEL = 'py-0.5 align-top leading-6 [&_[data-lower]_a]:inline-block';
export const hasLower = (columns: readonly { lower?: Lower }[]): boolean =>
  columns.some(({ lower }) => lower !== undefined);

/** The heading of a column that stands under another. */
export function LowerTitle({ title, alike = false }: Omit<Lower, 'id'>) {
  return (
    <span className={clsx('block', !alike && 'font-normal')}>
      <span className="sr-only">, below </span>
      {title}
    </span>
  );
}

/** What stands under a figure: that of the column below it, or what it comes to. */
export function LowerLine({ alike = false, children }: { alike?: boolean | undefined; children: ReactNode }) {
  return (
    <div data-lower="" className={clsx('text-xs leading-6', !alike && 'font-normal text-mute')}>
      {children}
    </div>
  );
}
