import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Face } from '../later/use-opener.ts';
import { control } from '../styles.ts';
import type { ControlProps } from './Field.tsx';

type Props = {
  aria: ControlProps;
  /** What its list makes of it. */
  face: Face;
  empty: boolean;
  children: ReactNode;
  className?: string | undefined;
  arrow?: boolean;
};

/** The closed face of a select or picker: a button that shows what is chosen. */
export function ListboxFace({ aria, face, empty, children, className, arrow = true }: Props) {
  const labels = {
    'aria-describedby': aria['aria-describedby'],
    'aria-invalid': aria['aria-invalid'],
    'aria-required': aria['aria-required'],
    'aria-labelledby': `${aria.id}-label`,
  };
  return (
    <button
      type="button"
      {...{ ...face, ...labels }}
      id={aria.id}
      disabled={aria.disabled}
      className={clsx(control, 'flex items-center gap-2 text-left', className)}
    >
      <span dir="auto" className={clsx('min-w-0 flex-1 truncate', empty && 'text-mute italic')}>
        {children}
      </span>
      {arrow && <ChevronDown size={14} aria-hidden="true" className="shrink-0 text-mute" />}
    </button>
  );
}
