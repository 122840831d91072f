import type { Endpoint } from '../../../domain/endpoint.ts';
import { HEADERS, noJson, spoiled, TAILS } from './hostile.ts';
import type { Chance } from '../proof.ts';
import { valueOf, type Json, type Making } from './values.ts';

export type FuzzRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  payload: Buffer | undefined;
};

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'] as const;

type Parts = { params: Json; query: Json; body: Json | undefined };

function addressOf({ path }: Endpoint, { params, query }: Parts): string {
  const values = (part: Json) => (typeof part === 'object' && part !== null ? Object.entries(part) : []);
  const texts = (part: Json) =>
    values(part).map(([name, value]): [string, string] => [
      name,
      // Half a character has no percent code; as a sign that stands for it, it is still a text that nobody expects.
      (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed().slice(0, 2_000),
    ]);
  const named = new Map(texts(params));
  const place = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(named.get(name) ?? '1'));
  const search = new URLSearchParams(texts(query)).toString();
  return search === '' ? place : `${place}?${search}`;
}

/** An address of its own behind the proxy: limits by address are not what is tried here. */
const from = (n: number) => `198.18.${Math.floor(n / 250) % 250}.${n % 250}`;

function bytesOf(endpoint: Endpoint, body: Json | undefined): Buffer | undefined {
  if (endpoint.upload) return Buffer.from(body === undefined ? '' : JSON.stringify(body));
  return body === undefined ? undefined : Buffer.from(JSON.stringify(body));
}

function sent(endpoint: Endpoint, parts: Parts, headers: Record<string, string>): FuzzRequest {
  const payload = bytesOf(endpoint, parts.body);
  const type = endpoint.upload ? 'application/octet-stream' : 'application/json';
  return {
    method: endpoint.method,
    path: addressOf(endpoint, parts),
    headers: { ...(payload && { 'content-type': type }), ...headers },
    payload,
  };
}

/** The same with one thing wrong: its address, method, headers or bytes, or a value in one of its parts. */
function spoiledRequest(endpoint: Endpoint, parts: Parts, chance: Chance): FuzzRequest {
  const plain = sent(endpoint, parts, {});
  switch (chance.below(12)) {
    case 0:
      return { ...plain, path: `${plain.path.split('?', 1)[0]}${chance.pick(TAILS)}` };
    case 1:
      return { ...plain, method: chance.pick(METHODS) };
    case 2:
      return { ...plain, headers: { ...plain.headers, ...chance.pick(HEADERS) } };
    case 3: {
      const payload = noJson(chance, plain.payload?.toString() ?? '{}');
      return { ...plain, payload, headers: { 'content-type': 'application/json', ...plain.headers } };
    }
    case 4:
      return sent(endpoint, { ...parts, query: spoiled(parts.query, chance) }, {});
    case 5:
      return sent(endpoint, { ...parts, params: spoiled(parts.params, chance) }, {});
    default:
      return sent(endpoint, { ...parts, body: spoiled(parts.body ?? {}, chance) }, {});
  }
}

/** A request of an endpoint, made from its shapes: as they say, or with something wrong in it. */
export function requestOf(endpoint: Endpoint, making: Making, hostile: boolean): FuzzRequest {
  const { params, query, body } = endpoint;
  const { chance } = making;
  const parts: Parts = {
    params: params ? (valueOf(params, making) ?? {}) : {},
    query: query ? (valueOf(query, making) ?? {}) : {},
    body: body ? valueOf(body, making) : undefined,
  };
  const request = hostile ? spoiledRequest(endpoint, parts, chance) : sent(endpoint, parts, {});
  return { ...request, headers: { 'x-forwarded-for': from(chance.below(62_500)), ...request.headers } };
}
