import type { FastifyReply, FastifyRequest } from 'fastify';
import { TRACKED_HEADER } from '../../../domain/tracked.ts';

/** Who waits for an answer that takes long. */
export type Waiting = {
  /** Aborted when they have gone away: what is made for them alone stops. */
  gone: AbortSignal;
  /** Under which name their screen asks how far it is. */
  tracked: string | undefined;
};

/** Who waits for a request's answer. They may have gone away already, while their session was looked up. */
export function whoWaits({ headers }: Pick<FastifyRequest, 'headers'>, { raw }: Pick<FastifyReply, 'raw'>): Waiting {
  const gone = new AbortController();
  const closed = () => {
    if (!raw.writableEnded) gone.abort();
  };
  if (raw.destroyed) closed();
  else raw.once('close', closed);
  const name = headers[TRACKED_HEADER];
  return { gone: gone.signal, tracked: typeof name === 'string' && /^[\w-]{8,64}$/.test(name) ? name : undefined };
}
