import { useState } from 'react';

function read<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(key);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

/** A user's own choice that this browser remembers (columns, density); never data. */
export function useStored<T>(key: string, fallback: T): [T, (value: T) => void] {
  const name = `slipway.${key}`;
  const [value, setValue] = useState(() => read(name, fallback));
  return [
    value,
    (next) => {
      setValue(next);
      try {
        localStorage.setItem(name, JSON.stringify(next));
      } catch {
        // A full or forbidden storage only means that the choice is not remembered.
      }
    },
  ];
}
