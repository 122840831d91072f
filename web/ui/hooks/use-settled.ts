import { useEffect, useState } from 'react';

/** The value once it has not changed for a moment: for requests while the user types. */
export function useSettled<T>(value: T, milliseconds = 250): T {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
    // A value that reads the same is the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [text, milliseconds]);
  return settled;
}
