import { useEffect } from 'react';
import { mediaHook } from '../../../ui/hooks/media.ts';

const useTouchOnly = mediaHook('(hover: none) and (pointer: coarse)');

/** A new placement begins at its first field, without a way through the frame; where there are no keys, with none. */
export function useFirstField(isNew: boolean): void {
  const touchOnly = useTouchOnly();
  useEffect(() => {
    if (!isNew || touchOnly) return undefined;
    // The focus needs the page placed: the browser does that for its next picture, and not a second time before.
    const frame = requestAnimationFrame(() => document.getElementById('reinsured')?.focus({ preventScroll: true }));
    return () => cancelAnimationFrame(frame);
  }, [isNew, touchOnly]);
}
