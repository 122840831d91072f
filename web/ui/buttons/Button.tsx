import { clsx } from 'clsx';
import { useId, type ComponentProps, type ReactNode } from 'react';
import { AppLink } from './AppLink.tsx';
import { focusRing } from '../styles.ts';
import { Tooltip } from './Tooltip.tsx';

type ButtonVariant = 'default' | 'primary' | 'ghost' | 'danger';
type ButtonSize = 'md' | 'sm' | 'icon';

export function buttonClass(variant: ButtonVariant = 'default', size: ButtonSize = 'md'): string {
  return clsx(
    'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md text-sm font-medium whitespace-nowrap',
    'transition-colors select-none disabled:opacity-55 aria-disabled:opacity-55',
    focusRing,
    'focus-visible:ring-offset-2 ring-offset-bg',
    size === 'md' && 'h-8 px-2.5 pointer-coarse:h-9',
    size === 'sm' && 'h-7 px-2 text-xs',
    size === 'icon' && 'size-8 pointer-coarse:size-9',
    variant === 'primary' && 'bg-brand text-brandfg shadow-sm not-aria-disabled:hover:bg-brand/90',
    variant === 'danger' && 'bg-badfill text-white shadow-sm not-aria-disabled:hover:bg-badfill/90',
    variant === 'default' && 'border border-edge bg-panel text-fg shadow-[0_1px_1px_rgb(0_0_0/.04)] hover:bg-hover',
    variant === 'ghost' && 'text-mute hover:bg-hover hover:text-fg data-popup-open:bg-hover data-popup-open:text-fg',
  );
}

type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  /** Work is under way: the button keeps its width and takes no second press. */
  busy?: boolean;
  disabled?: boolean;
  /** Why it cannot be pressed. The button stays reachable, so that the reason can be read. */
  disabledReason?: string | undefined;
};

export function Button(props: ButtonProps) {
  const { variant, size, icon, busy = false, disabled = false, disabledReason, ...rest } = props;
  const { className, children, onClick, ...native } = rest;
  const reasonId = useId();
  const off = busy || disabledReason !== undefined;
  const button = (
    <button
      type="button"
      {...native}
      disabled={disabled && disabledReason === undefined}
      aria-disabled={off || undefined}
      aria-busy={busy || undefined}
      aria-describedby={disabledReason === undefined ? native['aria-describedby'] : reasonId}
      onClick={(event) => {
        if (off) event.preventDefault();
        else onClick?.(event);
      }}
      className={clsx(buttonClass(variant, size), className)}
    >
      {icon}
      {children}
    </button>
  );
  // With a reason and without, it is one element: it keeps the focus when what was just pressed has nothing more to do.
  return (
    <>
      <Tooltip text={disabledReason}>{button}</Tooltip>
      {disabledReason !== undefined && (
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      )}
    </>
  );
}

type LinkButtonProps = {
  href: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  children: ReactNode;
  className?: string;
};

export function LinkButton({ href, variant, size, icon, children, className }: LinkButtonProps) {
  return (
    <AppLink href={href} className={clsx(buttonClass(variant, size), 'no-print', className)}>
      {icon}
      {children}
    </AppLink>
  );
}

/** A square button that shows an icon alone; its label is read aloud and shown as a tooltip. */
export function IconButton({ label, ...props }: Omit<ButtonProps, 'children' | 'size'> & { label: string }) {
  return (
    <Tooltip text={label}>
      <Button variant="ghost" {...props} size="icon" aria-label={label} />
    </Tooltip>
  );
}
