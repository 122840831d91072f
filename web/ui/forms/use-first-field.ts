import { useEffect } from 'react';
import { mediaHook } from '../hooks/media.ts';

const useTouchOnly = mediaHook('(hover: none) and (pointer: coarse)');

/** The first field of the form's sections; of choices the one that is made. */
function firstField(): HTMLElement | null {
  const field = document.querySelector<HTMLElement>('main form section :is(input, textarea, [role=combobox])');
  if (!(field instanceof HTMLInputElement) || field.type !== 'radio') return field;
  return field.form?.querySelector<HTMLElement>(`input[name="${field.name}"]:checked`) ?? field;
}

/** A new record begins at its first field, or at the one that is named, without a way through the frame; where there are no keys, with none. */
export function useFirstField(isNew: boolean, id?: string): void {
  const touchOnly = useTouchOnly();
  useEffect(() => {
    if (!isNew || touchOnly) return undefined;
    // The focus needs the page placed: the browser does that for its next picture, and not a second time before.
    const frame = requestAnimationFrame(() => {
      const field = id === undefined ? firstField() : document.getElementById(id);
      field?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [isNew, touchOnly, id]);
}
