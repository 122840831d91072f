import type { ReactNode } from 'react';

/** The page's one h1, which also names the browser's tab. */
export function PageTitle({ title, detail, children }: { title: string; detail?: ReactNode; children?: ReactNode }) {
  return (
    <div className="min-w-0">
      <title>{`${title} · Slipway`}</title>
      <h1 dir="auto" className="text-lg leading-6 font-semibold tracking-tight wrap-anywhere">
        {title}
        {children}
      </h1>
      {detail !== undefined && <p className="text-mute tabular-nums">{detail}</p>}
    </div>
  );
}
