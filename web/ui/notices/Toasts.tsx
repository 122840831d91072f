import { clsx } from 'clsx';
import { useEffect, useRef, useState, useSyncExternalStore, type FocusEvent } from 'react';
import {
  currentToasts,
  dismissToast,
  dockToasts,
  hasDock,
  subscribeToasts,
  type ToastKind,
  type ToastMessage,
} from './toast.ts';

const SHOWN_MS: Record<ToastKind, number> = { success: 5000, error: 9000 };

/** The messages of one place: those that came while nothing was open above it. */
function useToasts(dock: symbol | null): Record<ToastKind, ToastMessage[]> {
  const here = useSyncExternalStore(subscribeToasts, currentToasts).filter((message) => message.dock === dock);
  return {
    success: here.filter((message) => message.kind === 'success'),
    error: here.filter((message) => message.kind === 'error'),
  };
}

const corner = 'no-print pointer-events-none fixed right-4 flex w-88 max-w-[calc(100vw-2rem)] flex-col gap-2';

/**
 * The two corners: success bottom right, error top right. Mounted once; both are live regions from the start. What is in them
 * stays there when a dialog opens, under its curtain, and covers nothing of it.
 */
export function Toasts() {
  const { success, error } = useToasts(null);
  const layer = useSyncExternalStore(subscribeToasts, hasDock) ? 'z-38' : 'z-70';
  return (
    <>
      <section aria-label="Messages" aria-live="polite" className={clsx(corner, layer, 'bottom-4')}>
        <Cards messages={success} />
      </section>
      <section aria-label="Errors" aria-live="assertive" className={clsx(corner, layer, 'top-4')}>
        <Cards messages={error} />
      </section>
    </>
  );
}

const docked = 'no-print grid max-h-[40dvh] shrink-0 gap-2 overflow-y-auto px-5 not-empty:pt-2';

/**
 * What comes while a dialog is uppermost, within it, in a row of their own: they cover none of its buttons, and who cannot leave the dialog
 * hears and dismisses them there.
 */
export function DockedToasts() {
  const [dock] = useState(() => Symbol('dialog'));
  useEffect(() => dockToasts(dock), [dock]);
  const { success, error } = useToasts(dock);
  return (
    <>
      <div aria-live="assertive" className={docked}>
        <Cards messages={error} />
      </div>
      <div aria-live="polite" className={docked}>
        <Cards messages={success} />
      </div>
    </>
  );
}

function Cards({ messages }: { messages: readonly ToastMessage[] }) {
  return messages.map((message) => <ToastCard key={message.shown} message={message} />);
}

function ToastCard({ message }: { message: ToastMessage }) {
  const [held, setHeld] = useState(false);
  const before = useRef<EventTarget | null>(null);
  const enter = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) before.current = relatedTarget;
    setHeld(true);
  };
  /** A message that goes gives the focus back to what had it. */
  const leave = (act: () => void) => {
    if (before.current instanceof HTMLElement) before.current.focus();
    act();
  };
  useEffect(() => {
    if (held || message.stop !== undefined) return undefined;
    const timer = setTimeout(() => dismissToast(message.id), SHOWN_MS[message.kind]);
    return () => clearTimeout(timer);
  }, [held, message]);
  return (
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={enter}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex items-start gap-2.5 rounded-lg border border-line bg-panel p-3 shadow-lg shadow-black/10"
    >
      <span
        aria-hidden="true"
        className={clsx(
          'mt-px grid size-4.5 shrink-0 place-items-center rounded-full text-2xs font-bold',
          message.kind === 'error'
            ? 'bg-badsoft text-bad'
            : message.stop === undefined
              ? 'bg-goodsoft text-good'
              : 'bg-infosoft text-info',
        )}
      >
        {message.kind === 'error' ? '!' : message.stop === undefined ? '✓' : '…'}
      </span>
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="font-medium">{message.title}</p>
        {message.description !== '' && (
          <p aria-live={message.stop === undefined ? undefined : 'off'} className="text-mute tabular-nums">
            {message.description}
          </p>
        )}
        {message.stop !== undefined && (
          <button
            type="button"
            onClick={() => message.stop && leave(message.stop)}
            className="mt-1 rounded font-medium text-link underline underline-offset-2 outline-none focus-visible:ring-2 focus-visible:ring-ring"
          >
            Stop
          </button>
        )}
      </div>
      <button
        type="button"
        aria-label="Dismiss message"
        onClick={() => leave(() => dismissToast(message.id))}
        className="-mt-1 -mr-1 grid size-6 shrink-0 place-items-center rounded text-base leading-none text-mute outline-none hover:bg-hover hover:text-fg focus-visible:ring-2 focus-visible:ring-ring"
      >
        <span aria-hidden="true">×</span>
      </button>
    </div>
  );
}
