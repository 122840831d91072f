import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import type { Endpoint } from '../../../domain/endpoint.ts';

/**
 * So many at once in a process: each takes a processor for seconds. More of them would not be answered earlier, but hold the connections that short calls need, and the
 * last would take longer than a statement may.
 */
export const LONG_READS = Math.max(2, availableParallelism());

const limit = pLimit(LONG_READS);

/** Answers long reads in the order in which they came, a few at once; for who has gone away nothing is read, or no longer. */
export const inLine = <T>(gone: AbortSignal, read: (gone: AbortSignal) => Promise<T>): Promise<T> =>
  limit(() => {
    gone.throwIfAborted();
    return read(gone);
  });

/** Whether a call waits for its turn. What it gives as a file is made row by row, beside others. */
export const isLong = ({ effect, long = false }: Endpoint, { query }: { query: object }): boolean => {
  const { format, param, released, beside } = query as Partial<
    Record<'format' | 'param' | 'released' | 'beside', unknown>
  >;
  if (effect !== 'read' || format !== undefined) return false;
  if (long === 'of released') return released !== undefined;
  if (long === 'beside') return beside !== undefined;
  return long === 'of ALL' ? param === 'ALL' : long;
};
