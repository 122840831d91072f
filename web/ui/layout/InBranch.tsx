import type { ReactNode } from 'react';
import { Place, useMovedTo } from '../../api/place.ts';

/** What is inside works in this branch: its calls say so, and its rights are those that are held there. */
export function InBranch({ code, children }: { code: string | null; children: ReactNode }) {
  useMovedTo(code);
  return code === null ? children : <Place value={code}>{children}</Place>;
}
