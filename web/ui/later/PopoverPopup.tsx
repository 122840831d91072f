import { Popover } from '@base-ui/react/popover';
import { clsx } from 'clsx';
import type { PopupProps } from '../buttons/Popup.tsx';
import { popup } from '../styles.ts';
import { Kit, TakenOver } from './TakenOver.tsx';
import type { Bridge } from './use-opener.ts';

type Props = Omit<PopupProps, 'trigger'> & { bridge: Bridge };

export function PopoverPopup({ bridge, open, onOpenChange, label, align, className, finalFocus, children }: Props) {
  return (
    <Kit>
      <Popover.Root {...{ open, onOpenChange }}>
        <Popover.Trigger render={(own) => <TakenOver {...{ bridge, own }} />} />
        <Popover.Portal>
          <Popover.Positioner sideOffset={4} align={align} className="z-50">
            <Popover.Popup aria-label={label} finalFocus={finalFocus} className={clsx(popup, className)}>
              {children}
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </Kit>
  );
}
