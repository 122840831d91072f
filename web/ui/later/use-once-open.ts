import { useState } from 'react';

/** Whether something was ever open: it stays from then on, so that it can leave the screen, and is not fetched before. */
export function useOnceOpen(open: boolean): boolean {
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  return open || opened;
}
