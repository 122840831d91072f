import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { allRoutes } from '../../app.ts';
import type { Services } from '../../services.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { closed } from './closed.ts';

const UNKNOWN = 'a_field_of_no_call';
const MESSAGE = 'This field is not known here.';

let t: TestApp;
let token: string;
let root: string;
beforeAll(async () => {
  t = await testApp();
  token = await t.signIn('root');
  root = String((await t.ownerPool.query(`select id from users where email like 'root@%'`)).rows[0].id);
});
afterAll(() => t.close());

const calls = allRoutes({} as Services)
  .map(({ endpoint }) => endpoint)
  .filter((endpoint) => endpoint.body && !endpoint.upload);

/** What a body must say for one of several shapes to be meant; the first that is not left open. */
function chosen(shape: z.core.$ZodType): Record<string, unknown> {
  if (!(shape instanceof z.core.$ZodDiscriminatedUnion)) return {};
  const { discriminator, options } = shape._zod.def;
  const [first] = options[0]?._zod.propValues?.[discriminator] ?? [];
  return { [discriminator]: first };
}

describe('a field that a call does not know', () => {
  test.each(calls.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s refuses it',
    async (_name, { method, path, body }) => {
      const reply = await t.app.inject({
        method,
        url: path
          .replace('{a}', 'APPROVED')
          .replace('{b}', root)
          .replaceAll(/\{\w+\}/g, '1'),
        headers: { authorization: `Bearer ${token}` },
        payload: { ...chosen(body!), [UNKNOWN]: 1 },
      });
      expect(reply.statusCode).toBe(400);
      expect(reply.json().errors).toContainEqual({ field: UNKNOWN, message: MESSAGE });
    },
  );
});

/** The objects that a shape holds at any depth, each with the way to it. */
function objectsIn(shape: z.core.$ZodType, way: string): { way: string; open: boolean }[] {
  if (shape instanceof z.core.$ZodObject) {
    const { shape: fields, catchall } = shape._zod.def;
    const open = !(catchall instanceof z.core.$ZodNever);
    return [{ way, open }, ...Object.entries(fields).flatMap(([name, field]) => objectsIn(field, `${way}.${name}`))];
  }
  const def: unknown = shape._zod.def;
  return Object.values(def as object)
    .flat()
    .filter((inner): inner is z.core.$ZodType => inner instanceof z.core.$ZodType)
    .flatMap((inner) => objectsIn(inner, way));
}

test('only the renewal among endorsements is open, at whatever depth', () => {
  const objects = calls.flatMap(({ path, body }) => objectsIn(closed(body!), path));
  expect(objects.length).toBeGreaterThan(calls.length);
  expect(objects.filter(({ open }) => open).map(({ way }) => way)).toEqual([
    '/api/sca/v1/underwriting/endorsement',
    '/api/sca/v1/londonslip/endorsement',
  ]);
});

test('objects in lists, among several shapes and behind null are closed, and their own rules hold', () => {
  const inner = z.object({ a: z.number() }).check(z.refine(({ a }) => a < 9, 'Too much.'));
  const shape = closed(
    z.object({
      list: z.array(inner),
      either: z.union([z.number(), inner]),
      maybe: z.optional(z.nullable(inner)),
      named: z.record(z.string(), inner),
    }),
  );
  const sent = { list: [{ a: 1 }], either: { a: 1 }, maybe: { a: 1 }, named: { x: { a: 1 } } };
  const more = { a: 1, b: 2 };
  expect(z.safeParse(shape, sent).success).toBe(true);
  for (const wrong of [
    { list: [more] },
    { either: more },
    { maybe: more },
    { named: { x: more } },
    { maybe: { a: 9 } },
  ])
    expect(z.safeParse(shape, { ...sent, ...wrong }).success).toBe(false);
});
