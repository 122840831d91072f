import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { ControlProps, Prompt } from './Field.tsx';
import { control } from '../styles.ts';
import type { Draft } from './use-draft.ts';

type Props = {
  aria: ControlProps;
  draft: Draft;
  onBlur: (() => void) | undefined;
  placeholder: Prompt | undefined;
  className: string;
  /** What the field shows before or after the text. */
  children: ReactNode;
};

/** The input of a figure: selected whole on entry, put in form on leaving. */
export function DraftInput({ aria, draft, onBlur, placeholder, className, children }: Props) {
  return (
    <div className="relative">
      <input
        {...aria}
        {...draft.mark}
        value={draft.text}
        inputMode="decimal"
        autoComplete="off"
        placeholder={placeholder}
        onFocus={(event) => event.target.select()}
        onChange={(event) => draft.type(event.target.value)}
        onBlur={() => {
          draft.leave();
          onBlur?.();
        }}
        className={clsx(control, 'figures', className)}
      />
      {children}
    </div>
  );
}
