import { useState } from 'react';

/**
 * The first value that was there while `fresh`, whatever comes later: a form keeps the record that it began with, so that a
 * later answer does not take what is being typed.
 */
export function useFirst<T>(value: T | undefined, fresh: boolean): T | undefined {
  const [first, setFirst] = useState<T | undefined>(fresh ? value : undefined);
  if (first === undefined && fresh && value !== undefined) setFirst(value);
  return first;
}
