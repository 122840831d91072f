import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';

/** One name or value, an arrow, another: drawn, as the font has no arrow. A screen reader says "to". */
export function FromTo({ from, to }: { from: ReactNode; to: ReactNode }) {
  return (
    <>
      {from} <ArrowRight size={13} className="inline align-[-2px]" aria-hidden="true" />
      <span className="sr-only">to</span> {to}
    </>
  );
}
