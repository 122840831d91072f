import type { FastifyReply, FastifyRequest } from 'fastify';
import { TRACKED_HEADER } from '../../../domain/tracked.ts';

/** Who waits for an answer that takes long. */
export type Waiting = {
  /** Aborted when they have gone away: what is made for them alone stops. */
  gone: AbortSignal;
  /** Under which name their screen asks how far it is. */
  tracked: string | undefined;
};

export function whoWaits({ headers }: FastifyRequest, { raw }: FastifyReply): Waiting {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableEnded) gone.abort();
  });
  const name = headers[TRACKED_HEADER];
  return { gone: gone.signal, tracked: typeof name === 'string' && /^[\w-]{8,64}$/.test(name) ? name : undefined };
}
