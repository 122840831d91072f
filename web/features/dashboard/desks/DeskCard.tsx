import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { LinkButton } from '../../../ui/buttons/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { focusRing } from '../../../ui/styles.ts';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/notices/States.tsx';

type Read<T> = { data: T | undefined; error: unknown; refetch: () => unknown };

type DeskCardProps<T> = {
  title: string;
  /** Where all of it is, and what that is called. */
  all?: { href: string; label: string } | undefined;
  read: Read<T>;
  /** What is said where there is nothing; undefined: there is something. */
  nothing: (data: T) => readonly [title: string, detail: string] | undefined;
  children: (data: T) => ReactNode;
};

/** A card of a desk, as high as all others whatever is in it, so that nothing moves when its figures come; the rest scrolls within. */
export function DeskFrame({
  title,
  all,
  children,
}: Pick<DeskCardProps<unknown>, 'title' | 'all'> & { children: ReactNode }) {
  return (
    <Card
      flush
      title={title}
      actions={
        all && (
          <LinkButton size="sm" variant="ghost" href={all.href}>
            {all.label}
          </LinkButton>
        )
      }
    >
      <div
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        className={clsx('relative h-64 overflow-y-auto rounded-b-lg', focusRing, 'focus-visible:ring-inset')}
      >
        {children}
      </div>
    </Card>
  );
}

/** The same of one reply: it says that it loads, what failed, what would be in it, or shows it. */
export function DeskCard<T>({ title, all, read, nothing, children }: DeskCardProps<T>) {
  const { data, error, refetch } = read;
  const none = data === undefined ? undefined : nothing(data);
  return (
    <DeskFrame title={title} all={all}>
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && (
        <div aria-busy="true" className="grid gap-4 p-4">
          <output className="sr-only">Loading</output>
          <Skeleton className="w-2/3" />
          <Skeleton className="w-1/2" />
          <Skeleton className="w-3/5" />
        </div>
      )}
      {none !== undefined && <EmptyState title={none[0]}>{none[1]}</EmptyState>}
      {data !== undefined && none === undefined && children(data)}
    </DeskFrame>
  );
}

type DeskRowProps = {
  /** What it is of, a link; and beneath it what is to know of it. */
  name: ReactNode;
  detail?: ReactNode;
  figure?: ReactNode;
  under?: ReactNode;
};

/** A row of a card: what it is of, its figure, and a small line beneath each. On a telephone its words take the lines that they need. */
export function DeskRow({ name, detail, figure, under }: DeskRowProps) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b border-line px-4 py-2 last:border-b-0">
      <span className="min-w-0 font-medium sm:truncate">{name}</span>
      <span className="text-right tabular-nums">{figure}</span>
      <span className="min-w-0 text-xs text-mute tabular-nums sm:truncate">{detail}</span>
      <span className="text-right text-xs text-mute tabular-nums max-sm:max-w-36">{under}</span>
    </li>
  );
}

/** How many there are beyond those that are shown. */
export function MoreRows({ count, shown }: { count: number; shown: number }) {
  return count > shown ? <p className="px-4 py-2 text-xs text-mute">and {count - shown} more</p> : null;
}
