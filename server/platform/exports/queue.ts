import { AppError } from '../../../domain/errors.ts';

type Limits = { atOnce: number; waiting: number };
type InTurn = <T>(gone: AbortSignal | undefined, work: () => Promise<T>) => Promise<T>;

/** Work of which some runs at a time and some waits for its turn; who goes away meanwhile gives their place up at once. */
export function queueOf(most: Limits): InTurn {
  const waiting: (() => void)[] = [];
  let taken = 0;
  const turn = (gone: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        gone?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(gone?.reason);
      };
      waiting.push(begin);
      gone?.addEventListener('abort', leave, { once: true });
    });
  return async (gone, work) => {
    gone?.throwIfAborted();
    if (taken < most.atOnce) taken += 1;
    else if (waiting.length >= most.waiting) throw new AppError('EXPORTS_FULL');
    // What ends passes its turn on, so the count does not change.
    else await turn(gone);
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else taken -= 1;
    }
  };
}
