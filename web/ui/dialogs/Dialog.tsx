import { Dialog as Base } from '@base-ui/react/dialog';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { DockedToasts } from '../notices/Toasts.tsx';
import { focusRing } from '../styles.ts';

export type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, right-aligned; the act last. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | 'full';
  /** Closing asks for Esc or a button: a press outside does nothing. Default for what holds input. */
  keepOpen?: boolean;
  initialFocus?: RefObject<HTMLElement | null>;
  /** What Ctrl+Enter does anywhere in it; a form has its own. */
  onSend?: (() => void) | undefined;
};

const backdrop =
  'fixed inset-0 z-40 bg-black/30 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0 dark:bg-black/55';

const SIZES = { sm: 'max-w-md', md: 'max-w-xl', lg: 'max-w-4xl', full: 'h-[calc(100dvh-3rem)] max-w-6xl' } as const;

export function Dialog({ size = 'sm', ...props }: DialogProps) {
  return (
    <Modal
      {...props}
      className={clsx(
        'pop-motion fixed inset-x-3 top-1/2 z-50 mx-auto flex max-h-[calc(100dvh-3rem)] -translate-y-1/2 flex-col rounded-xl',
        SIZES[size],
      )}
    />
  );
}

/** A panel from the right edge, for what is read or edited while the page stays visible. */
export function Drawer({ size = 'md', ...props }: DialogProps) {
  return (
    <Modal
      {...props}
      className={clsx(
        'fixed inset-y-0 right-0 z-50 flex w-full flex-col transition-transform duration-200',
        'data-ending-style:translate-x-full data-starting-style:translate-x-full',
        size === 'full' ? 'max-w-6xl' : SIZES[size],
      )}
    />
  );
}

function Modal(props: Omit<DialogProps, 'size'> & { className: string }) {
  const { open, onClose, title, description, children, footer, keepOpen = false, initialFocus, className } = props;
  const { onSend } = props;
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={keepOpen}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={backdrop} />
        <Base.Popup
          {...(initialFocus === undefined ? {} : { initialFocus })}
          onKeyDown={(event: KeyboardEvent<HTMLDivElement>) => {
            // A dialog over this one is elsewhere in the page, and answers for itself.
            const within = event.target instanceof Node && event.currentTarget.contains(event.target);
            if (onSend === undefined || !within || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            onSend();
          }}
          className={clsx('border border-line bg-panel shadow-2xl outline-none', className)}
        >
          <header className="flex items-start gap-3 px-5 pt-4 pb-3">
            <div className="min-w-0 flex-1">
              <Base.Title className="text-base font-semibold tracking-tight">{title}</Base.Title>
              {description !== undefined && (
                <Base.Description className="mt-0.5 text-mute">{description}</Base.Description>
              )}
            </div>
            <Base.Close
              aria-label="Close"
              className={clsx(
                '-mt-0.5 -mr-1.5 grid size-7 place-items-center rounded text-mute hover:bg-hover',
                focusRing,
              )}
            >
              <X size={15} aria-hidden="true" />
            </Base.Close>
          </header>
          {children !== undefined && (
            <div
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
              tabIndex={0}
              className={clsx('relative min-h-0 flex-1 overflow-y-auto px-5 py-1', focusRing)}
            >
              {children}
            </div>
          )}
          {open && <DockedToasts />}
          {footer !== undefined && (
            <footer className="flex flex-wrap justify-end gap-2 px-5 pt-3 pb-4">{footer}</footer>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
