import { useEffect } from 'react';

/** A new placement begins at its first field, without a way through the frame. */
export function useFirstField(isNew: boolean): void {
  useEffect(() => {
    if (isNew) document.getElementById('reinsured')?.focus({ preventScroll: true });
  }, [isNew]);
}
