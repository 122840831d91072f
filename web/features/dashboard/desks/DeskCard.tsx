import { clsx } from 'clsx';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { FIRST_ROWS } from '../../../../domain/reports/desks.ts';
import { MOST_ROWS } from '../../../../domain/wire.ts';
import { Button, LinkButton } from '../../../ui/buttons/Button.tsx';
import { showCount } from '../../../ui/fields/whole-number.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { Scroller } from '../../../ui/layout/Scroller.tsx';
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

/**
 * A card of a desk, as high as all others whatever is in it, so that nothing moves when its figures come: its first rows
 * fill it, and the others scroll within once they are opened.
 */
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
      <Scroller className="h-80">{children}</Scroller>
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
        <div aria-busy="true">
          <output className="sr-only">Loading</output>
          <DeskSkeletons />
        </div>
      )}
      {none !== undefined && <EmptyState title={none[0]}>{none[1]}</EmptyState>}
      {data !== undefined && none === undefined && children(data)}
    </DeskFrame>
  );
}

const SKELETON_WIDTHS = ['w-1/2', 'w-2/5', 'w-3/5', 'w-1/3', 'w-7/12'];

/** Rows that are not there yet, of the height of those that come. */
function DeskSkeletons() {
  return (
    <ul aria-hidden="true">
      {SKELETON_WIDTHS.map((width) => (
        <DeskRow
          key={width}
          name={<Skeleton className={clsx('my-1.5', width)} />}
          detail={<Skeleton className="my-0.5 w-1/4" />}
        />
      ))}
    </ul>
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
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 border-b border-line px-4 py-2 last:border-b-0">
      <span className="min-h-6 min-w-0 font-medium sm:truncate">{name}</span>
      <span className="text-right tabular-nums">{figure}</span>
      <span className="min-w-0 text-xs text-mute tabular-nums sm:truncate">{detail}</span>
      <span className="text-right text-xs text-mute tabular-nums max-sm:max-w-36">{under}</span>
    </li>
  );
}

type OpenedRowsProps<R> = {
  rows: readonly R[];
  /** How many there are, where the reply has the first of them alone. */
  count?: number;
  /** So many are shown at first. */
  first?: number;
  /** More are asked for. */
  onOpen?: () => void;
  children: (rows: readonly R[]) => ReactNode;
};

/** The first rows of a card; what is beyond them is opened in it. */
export function OpenedRows<R>({ rows, count = rows.length, first = FIRST_ROWS, onOpen, children }: OpenedRowsProps<R>) {
  const [open, setOpen] = useState(false);
  const missing = count - rows.length;
  const foot = useRef<HTMLDivElement>(null);
  // Half of the card is of rows that were not seen before, over the foot.
  const opened = open && rows.length > first;
  useLayoutEffect(() => {
    const card = foot.current?.offsetParent;
    if (opened && card) card.scrollTop += card.clientHeight / 2;
  }, [opened]);
  const toggle = () => {
    if (!open) onOpen?.();
    setOpen(!open);
  };
  return (
    <>
      {children(open ? rows : rows.slice(0, first))}
      {open && missing > 0 && (
        <p className="px-4 py-2 text-xs text-mute">
          {rows.length < MOST_ROWS ? 'Loading the others' : `and ${showCount(missing)} more`}
        </p>
      )}
      {count > first && (
        // However many rows are open, the way back stays in sight, and with it the focus.
        <div ref={foot} className={clsx('px-2 py-1', open && 'sticky bottom-0 border-t border-line bg-panel')}>
          <Button size="sm" variant="ghost" aria-expanded={open} onClick={toggle}>
            {open ? 'Show fewer' : `Show ${showCount(Math.min(count, MOST_ROWS) - first)} more`}
          </Button>
        </div>
      )}
    </>
  );
}

/** The same of rows that stand in a list. */
export function FirstRows<R>({
  children,
  ...rows
}: Omit<OpenedRowsProps<R>, 'children'> & { children: (row: R) => ReactNode }) {
  return <OpenedRows {...rows}>{(shown) => <ul>{shown.map(children)}</ul>}</OpenedRows>;
}

/** Of a desk's lists the first rows come, and more of each once one of them is opened. */
export function useListLength(): { query: { length?: string }; onOpen: () => void } {
  const [all, setAll] = useState(false);
  return { query: all ? { length: String(MOST_ROWS) } : {}, onOpen: () => setAll(true) };
}
