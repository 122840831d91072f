import { startTransition, useEffect, useState, type ReactNode } from 'react';

/**
 * Shows what is around it first, and its content right after: React draws that in short steps, between which the page
 * answers keys and touches.
 */
export function InSteps({ children }: { children: ReactNode }) {
  const [shown, show] = useState(false);
  useEffect(() => startTransition(() => show(true)), []);
  return shown ? children : null;
}
