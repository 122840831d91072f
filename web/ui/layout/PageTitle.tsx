import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { NameLink } from '../marks/NameLink.tsx';
import { focusRing } from '../styles.ts';

type Props = {
  title: string;
  /** The page of what the title names, where this is another one about it. */
  href?: string | undefined;
  detail?: ReactNode;
  children?: ReactNode;
};

/** The page's one h1, which also names the browser's tab. */
export function PageTitle({ title, href, detail, children }: Props) {
  return (
    <div className="min-w-0">
      <title>{`${title} · Slipway`}</title>
      <h1
        dir="auto"
        tabIndex={-1}
        className={clsx('rounded text-lg leading-6 font-semibold tracking-tight wrap-anywhere', focusRing)}
      >
        {href === undefined ? title : <NameLink href={href}>{<>{title}</>}</NameLink>}
        {children}
      </h1>
      {detail !== undefined && <p className="text-mute tabular-nums">{detail}</p>}
    </div>
  );
}
