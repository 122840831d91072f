import { clsx } from 'clsx';
import { CloudOff, Inbox, Lock, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, LinkButton } from '../buttons/Button.tsx';
import { NO_RIGHT } from './no-right.ts';

type StateProps = { icon: ReactNode; title: string; children?: ReactNode; action?: ReactNode; live?: boolean };

function State({ icon, title, children, action, live = false }: StateProps) {
  return (
    <div
      role={live ? 'alert' : undefined}
      className="mx-auto flex max-w-md flex-col items-center gap-1 px-4 py-12 text-center"
    >
      <span
        aria-hidden="true"
        className="mb-2 grid size-9 place-items-center rounded-lg border border-line bg-panel text-mute"
      >
        {icon}
      </span>
      <p className="font-medium">{title}</p>
      {children !== undefined && <div className="text-balance text-mute">{children}</div>}
      {action !== undefined && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}

/** What will be here, and the first step. */
export function EmptyState({
  title,
  children,
  action,
  icon,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  icon?: ReactNode;
}) {
  return <State icon={icon ?? <Inbox size={17} />} {...{ title, children, action }} />;
}

type Problem = { title: string; status?: number; code?: string; messages: readonly string[] };
export type ListLink = { label: string; href: string };

const ADVICE: Readonly<Record<number, string>> = {
  0: 'Check the connection, then try again.',
  404: 'It may have been moved, or belongs to another branch.',
  409: 'Someone else changed this. Load it again to see what is there now.',
  429: 'Wait a little, then try again.',
  503: 'What you entered is kept. Try again in a moment.',
};

type ErrorProps = {
  error: unknown;
  onRetry?: () => void;
  list?: ListLink;
  /** What the page says better than the server. */
  says?: string;
  action?: ReactNode;
};

/**
 * What went wrong, what to do, and the way to try again; for a missing record the list of those that are there. Takes any
 * thrown thing; an ApiProblem tells most.
 */
export function ErrorState({ error, onRetry, list, says, action }: ErrorProps) {
  const problem = asProblem(error);
  // What a rule refuses, or a search that cannot be answered, says itself what to do, and is refused again.
  const isRule = (problem.status === 409 && problem.code !== 'STALE') || problem.messages.length > 0;
  if (problem.status === 403) return <NoRights title={problem.title} />;
  return (
    <State
      live
      icon={problem.status === 0 ? <CloudOff size={17} /> : <TriangleAlert size={17} />}
      title={says ?? problem.messages[0] ?? problem.title}
      action={
        <>
          {action}
          {onRetry !== undefined && !isRule && <Button onClick={onRetry}>Try again</Button>}
          {list !== undefined && problem.status === 404 && (
            <LinkButton variant="primary" href={list.href}>
              Go to {list.label}
            </LinkButton>
          )}
        </>
      }
    >
      {isRule ? undefined : ADVICE[problem.status ?? 500]}
    </State>
  );
}

const isFault = (value: unknown): value is { message: string } =>
  typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string';

/** What is wrong with what was asked for, where that is what went wrong. */
function messagesOf(error: Error): string[] {
  const faults: unknown = 'errors' in error ? error.errors : undefined;
  return Array.isArray(faults) ? faults.filter(isFault).map(({ message }) => message) : [];
}

/** What was asked for cannot be asked for, and is refused again. */
export const isRefusal = (error: unknown): boolean => asProblem(error).status === 400;

function asProblem(error: unknown): Problem {
  if (error instanceof Error) {
    const status = 'status' in error && typeof error.status === 'number' ? error.status : undefined;
    if (status === undefined) return { title: 'This page could not be shown.', messages: [] };
    const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
    return { title: error.message, status, messages: status === 400 ? messagesOf(error) : [], ...code };
  }
  return { title: 'Something went wrong.', messages: [] };
}

/** The user may not see this: who can change that. */
export function NoRights({ title = NO_RIGHT }: { title?: string }) {
  return (
    <State icon={<Lock size={17} />} title={title}>
      Root can give you the role that is needed.
    </State>
  );
}

export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx('skeleton block h-3', className)} />;
}

/** A record or form page before its data, in its true shape. */
export function PageSkeleton() {
  return (
    <div aria-busy="true" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <output className="sr-only">Loading</output>
      <Skeleton className="h-6 w-64" />
      <Skeleton className="w-96 max-w-full" />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_280px]">
        <div className="grid gap-3 rounded-lg border border-line bg-panel p-4">
          {['w-1/3', 'w-2/3', 'w-1/2', 'w-3/5', 'w-2/5', 'w-1/2'].map((width, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a fixed drawing
            <Skeleton key={index} className={width} />
          ))}
        </div>
        <div className="grid content-start gap-3 rounded-lg border border-line bg-panel p-4">
          <Skeleton className="w-1/2" />
          <Skeleton />
          <Skeleton className="w-2/3" />
        </div>
      </div>
    </div>
  );
}
