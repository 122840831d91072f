import { useEffect, useState } from 'react';

/** Becomes true when something has lasted longer than a time: a wait under 300 ms shows nothing at all. */
export function useAfter(lasting: boolean, milliseconds = 300): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    if (!lasting) return undefined;
    const timer = setTimeout(() => setPassed(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setPassed(false);
    };
  }, [lasting, milliseconds]);
  return lasting && passed;
}
