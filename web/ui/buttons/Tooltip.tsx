import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';

/**
 * A short text on hover or focus, for the eye: the trigger's own name or description must say the same. Never the only
 * place of something needed: touch screens have no hover.
 */
export function Tooltip({ text, children }: { text: string; children: ReactElement }) {
  return (
    <Base.Root>
      <Base.Trigger render={children} delay={400} />
      <Base.Portal aria-hidden="true">
        <Base.Positioner sideOffset={6} className="z-60">
          <Base.Popup className="pop-motion max-w-72 rounded-md bg-fg px-2 py-1 text-xs text-bg shadow-md">
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
