import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { allRoutes } from './app.ts';
import { SPECIFIED_CALLS } from './testing/specification.ts';
import type { Services } from './services.ts';

const endpoints = allRoutes({} as Services).map((route) => route.endpoint);

const parsed = SPECIFIED_CALLS.map((call) => {
  const [method = '', address = '', ...rest] = call.split(' ');
  const [path = '', query = ''] = address.split('?');
  return {
    call,
    method,
    path,
    query: query === '' ? [] : query.split('&'),
    body: rest.includes('body'),
    open: rest.includes('open'),
  };
});

const shapeOf = (schema: z.ZodMiniObject | undefined) => Object.keys(schema?.shape ?? {});

describe('the calls of the specification', () => {
  test('there are 116, and all are built', () => {
    const missing = parsed.filter(
      ({ method, path }) => !endpoints.some((endpoint) => endpoint.method === method && endpoint.path === path),
    );
    expect(parsed).toHaveLength(116);
    expect(missing.map(({ call }) => call)).toEqual([]);
  });

  test.each(parsed)('$call', ({ method, path, query, body, open }) => {
    const endpoint = endpoints.find((candidate) => candidate.method === method && candidate.path === path);
    expect(endpoint, 'no endpoint').toBeDefined();
    expect(shapeOf(endpoint?.query)).toEqual(expect.arrayContaining(query));
    expect(endpoint?.access === 'public').toBe(open);
    if (body) expect(endpoint?.body).toBeDefined();
  });
});
