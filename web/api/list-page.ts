import * as z from 'zod/mini';
import { endpoint } from '../../domain/endpoint.ts';
import { listReply } from '../../domain/wire.ts';
import { send } from './client.ts';

const page = listReply(z.unknown());

/** One page of any list, by the path of its call: what all lists have in common. */
export async function fetchPage(path: string, query: Readonly<Record<string, string>>): Promise<z.output<typeof page>> {
  const list = endpoint({
    method: 'GET',
    path,
    access: 'signed_in',
    effect: 'read',
    summary: 'A page of a list.',
    reply: page,
  });
  const response = await send(list, { query }, { place: null });
  return z.parse(page, await response.json());
}
