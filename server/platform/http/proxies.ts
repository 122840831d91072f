import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import type { SigningKeys } from './tokens.ts';
import type { FastifyRequest, FastifyServerOptions } from 'fastify';

/** The proxies whose X-Forwarded-For counts: how many are before us, their addresses and networks, or none. */
export type TrustedProxies = false | number | string[];

/** Which addresses are proxies, from us outwards, so that what a client wrote itself, further left, is never reached. */
export function trusts(proxies: TrustedProxies): FastifyServerOptions['trustProxy'] {
  return typeof proxies === 'number' ? (_address, place) => place < proxies : proxies;
}

/** The address that a request comes from. A proxy may pass on what is no address at all; then its own counts. */
export function addressOf(request: FastifyRequest): string {
  return isIP(request.ip) ? request.ip : (request.socket.remoteAddress ?? '');
}

/** What logs and the trail call an address: the same for the same one until keys rotate, and no address to who reads them. */
export function addressIdOf({ current, secrets }: SigningKeys, address: string): string {
  return createHmac('sha256', secrets.get(current) ?? '')
    .update(`address:${address}`)
    .digest('hex')
    .slice(0, 16);
}
