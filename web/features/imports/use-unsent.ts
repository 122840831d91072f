import { useEffect } from 'react';

/** Counts, among what else was changed, what was chosen here and is not checked yet: nothing is imported by what was before. */
export function useUnsent(changed: boolean, onCount: (by: 1 | -1) => void): void {
  useEffect(() => {
    if (!changed) return undefined;
    onCount(1);
    return () => onCount(-1);
  }, [changed, onCount]);
}

export const CHECK_FIRST = 'Check again first: something was changed since.';
