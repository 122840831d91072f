import { Dialog as Base } from '@base-ui/react/dialog';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import type { DialogProps } from '../dialogs/Dialog.tsx';
import { DockedToasts } from '../notices/Toasts.tsx';
import { focusRing } from '../styles.ts';
import { Kit } from './TakenOver.tsx';

const backdrop =
  'fixed inset-0 z-40 bg-black/30 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0 dark:bg-black/55';

/** What had the focus as a dialog opened: a field of it may take the focus before the kit looks. */
function useOpenedFrom(open: boolean): Element | null {
  const [before, setBefore] = useState<{ open: boolean; from: Element | null }>({ open: false, from: null });
  if (open !== before.open) setBefore({ open, from: open ? document.activeElement : before.from });
  return before.from;
}

/** A dialog or drawer, told apart by its classes. */
export function Modal(props: Omit<DialogProps, 'size'> & { className: string }) {
  const { open, onClose, title, description, children, footer, keepOpen = false, initialFocus, className } = props;
  const { onSend } = props;
  const from = useOpenedFrom(open);
  return (
    <Kit>
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
            finalFocus={() => (from instanceof HTMLElement && from !== document.body && from.isConnected ? from : true)}
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
    </Kit>
  );
}
