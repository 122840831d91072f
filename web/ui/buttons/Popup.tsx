import { cloneElement, type ReactElement, type ReactNode, type RefObject } from 'react';
import { later } from '../later/later.tsx';
import { useOpener, type Face } from '../later/use-opener.ts';

export type PopupProps = {
  trigger: ReactElement<Face>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What it is called while it is open. */
  label: string;
  align: 'start' | 'end';
  className?: string;
  /** What has the focus once it is closed, where that is not its button. */
  finalFocus?: RefObject<HTMLElement | null>;
  /** Its button is not reached by Tab. */
  tabIndex?: -1;
  children: ReactNode;
};

const PopoverPopup = later(async () => (await import('../later/PopoverPopup.tsx')).PopoverPopup);

/** A button with a small panel at it, for choices that apply at once. */
export function Popup({ trigger, tabIndex, ...rest }: PopupProps) {
  const { face, bridge, wanted } = useOpener(PopoverPopup, { popup: 'dialog' });
  return (
    <>
      {cloneElement(trigger, tabIndex === undefined ? face : { ...face, tabIndex })}
      {(wanted || rest.open) && <PopoverPopup {...{ bridge, ...rest }} />}
    </>
  );
}
