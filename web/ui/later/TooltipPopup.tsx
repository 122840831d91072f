import { Tooltip as Base } from '@base-ui/react/tooltip';
import { Kit } from './TakenOver.tsx';

type Props = {
  text: string;
  anchor: Element | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The pointer is on it or leaves it. */
  onHover: (on: boolean) => void;
};

export function TooltipPopup({ text, anchor, open, onOpenChange, onHover }: Props) {
  return (
    <Kit>
      <Base.Root {...{ open, onOpenChange }}>
        <Base.Portal aria-hidden="true">
          <Base.Positioner {...{ anchor }} sideOffset={6} className="z-60">
            <Base.Popup
              onPointerEnter={() => onHover(true)}
              onPointerLeave={() => onHover(false)}
              className="pop-motion max-w-72 rounded-md bg-fg px-2 py-1 text-xs text-bg shadow-md"
            >
              {text}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </Kit>
  );
}
