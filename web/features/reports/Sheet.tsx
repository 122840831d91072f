import { clsx } from 'clsx';
import { useState, type ReactNode } from 'react';
import { HeldAddress, useAddress, type Address } from '../../ui/hooks/use-address.ts';
import { useAfter } from '../../ui/hooks/use-after.ts';

/** Why nothing is done with figures during a wait. */
export const READING = 'The figures are being read.';

type Props = {
  /** What is shown answers another question than the address asks. */
  waiting: boolean;
  children: ReactNode;
};

/** What was given before the wait, as long as it lasts. */
function useHeld<T extends ReactNode | Address>(value: T, waiting: boolean): T {
  const [held, hold] = useState(value);
  if (!waiting && held !== value) hold(value);
  return waiting ? held : value;
}

/** Stays as it was, the address that it reads too, until the answer to the next question is there. */
export function Held({ waiting, children }: Props) {
  const [now] = useAddress();
  return <HeldAddress value={useHeld(now, waiting)}>{useHeld(children, waiting)}</HeldAddress>;
}

/** What a report shows below its head: during a wait it fades, and stays that of the day, the columns and the rates that its figures are of. */
export function Sheet({ waiting, children }: Props) {
  const fading = useAfter(waiting);
  return (
    <div
      aria-busy={waiting || undefined}
      className={clsx('grid grid-cols-[minmax(0,1fr)] gap-3 transition-opacity empty:hidden', fading && 'opacity-60')}
    >
      <Held {...{ waiting }}>{children}</Held>
    </div>
  );
}
