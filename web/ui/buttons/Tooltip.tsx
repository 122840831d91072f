import { cloneElement, useEffect, useState, type ComponentProps, type ReactElement } from 'react';
import { later } from '../later/later.tsx';

const TooltipPopup = later(async () => (await import('../later/TooltipPopup.tsx')).TooltipPopup);

const REST_MS = 400;
/** How long a pointer may be on its way from the trigger to the text. */
const WAY_MS = 120;

function makeTimer() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    start: (act: () => void, after: number) => {
      timer = setTimeout(act, after);
    },
    stop: () => clearTimeout(timer),
  };
}

/**
 * A short text on hover or focus, for the eye: the trigger's own name or description must say the same. Never the only
 * place of something needed: touch screens have no hover. Without a text nothing is shown.
 */
export function Tooltip({
  text,
  children,
}: {
  text: string | undefined;
  children: ReactElement<ComponentProps<'button'>>;
}) {
  const [anchor, setAnchor] = useState<Element | null>(null);
  const [open, setOpen] = useState(false);
  const [timer] = useState(makeTimer);
  useEffect(() => timer.stop, [timer]);
  const turn = (on: boolean, after = 0) => {
    timer.stop();
    if (after === 0) setOpen(on);
    else timer.start(() => setOpen(on), after);
  };
  const own = children.props;
  return (
    <>
      {cloneElement(children, {
        onPointerEnter: (event) => {
          own.onPointerEnter?.(event);
          if (text === undefined) return;
          setAnchor(event.currentTarget);
          if (event.pointerType === 'mouse') turn(true, REST_MS);
        },
        onPointerLeave: (event) => {
          own.onPointerLeave?.(event);
          turn(false, WAY_MS);
        },
        onPointerDown: (event) => {
          own.onPointerDown?.(event);
          turn(false);
        },
        onFocus: (event) => {
          own.onFocus?.(event);
          if (text === undefined) return;
          setAnchor(event.currentTarget);
          if (event.currentTarget.matches(':focus-visible')) turn(true);
        },
        onBlur: (event) => {
          own.onBlur?.(event);
          turn(false);
        },
        onClick: (event) => {
          own.onClick?.(event);
          turn(false);
        },
      })}
      {anchor !== null && text !== undefined && (
        <TooltipPopup {...{ text, anchor, open }} onOpenChange={setOpen} onHover={(on) => turn(on, on ? 0 : WAY_MS)} />
      )}
    </>
  );
}
