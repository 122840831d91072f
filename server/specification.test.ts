import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { allRoutes } from './app.ts';
import { SPECIFIED_CALLS } from './testing/specification.ts';
import type { Services } from './services.ts';

/** What later work brings; a call that is built leaves this list, and a test says so. */
const NOT_BUILT =
  /facultativereportall|\/receivable\/facultativereport$|ageingsummaryreport|paymentvoucher\/ageing|securityreport|underwriting\/(s3|monthlyreport|cumulativemetrics$|underwritinglondonslip)/;

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
const built = parsed.filter(({ path }) => !NOT_BUILT.test(path));

const shapeOf = (schema: z.ZodMiniObject | undefined) => Object.keys(schema?.shape ?? {});

describe('the calls of the specification', () => {
  test('there are 116, and this is how far they are built', () => {
    const missing = parsed.filter(
      ({ method, path }) => !endpoints.some((endpoint) => endpoint.method === method && endpoint.path === path),
    );
    console.log(`${parsed.length - missing.length} of ${parsed.length} calls are built`);
    expect(parsed).toHaveLength(116);
    expect(missing.filter(({ path }) => !NOT_BUILT.test(path)).map(({ call }) => call)).toEqual([]);
    expect(
      parsed.filter((call) => NOT_BUILT.test(call.path) && !missing.includes(call)).map(({ call }) => call),
    ).toEqual([]);
  });

  test.each(built)('$call', ({ method, path, query, body, open }) => {
    const endpoint = endpoints.find((candidate) => candidate.method === method && candidate.path === path);
    expect(endpoint, 'no endpoint').toBeDefined();
    expect(shapeOf(endpoint?.query)).toEqual(expect.arrayContaining(query));
    expect(endpoint?.access === 'public').toBe(open);
    if (body) expect(endpoint?.body).toBeDefined();
  });
});
