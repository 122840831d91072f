import { clsx } from 'clsx';
import type { ReactNode, RefObject } from 'react';
import { later } from '../later/later.tsx';
import { useOnceOpen } from '../later/use-once-open.ts';

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
  /** What has the focus as it opens; where there is none, what comes first in it. */
  initialFocus?: RefObject<HTMLElement | null> | (() => HTMLElement | null);
  /** What Ctrl+Enter does anywhere in it; a form has its own. */
  onSend?: (() => void) | undefined;
};

const Modal = later(async () => (await import('../later/Modal.tsx')).Modal);

const SIZES = { sm: 'max-w-md', md: 'max-w-xl', lg: 'max-w-4xl', full: 'h-[calc(100dvh-3rem)] max-w-6xl' } as const;

export function Dialog({ size = 'sm', ...props }: DialogProps) {
  return (
    useOnceOpen(props.open) && (
      <Modal
        {...props}
        className={clsx(
          'pop-motion fixed inset-x-3 top-1/2 z-50 mx-auto flex max-h-[calc(100dvh-3rem)] -translate-y-1/2 flex-col rounded-xl',
          SIZES[size],
        )}
      />
    )
  );
}

/** A panel from the right edge, for what is read or edited while the page stays visible. */
export function Drawer({ size = 'md', ...props }: DialogProps) {
  return (
    useOnceOpen(props.open) && (
      <Modal
        {...props}
        className={clsx(
          'fixed inset-y-0 right-0 z-50 flex w-full flex-col transition-transform duration-200',
          'data-ending-style:translate-x-full data-starting-style:translate-x-full',
          size === 'full' ? 'max-w-6xl' : SIZES[size],
        )}
      />
    )
  );
}
