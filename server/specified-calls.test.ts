import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Endpoint } from '../domain/endpoint.ts';
import { MATRIX, ROLES } from '../domain/permissions.ts';
import { mayCall } from './proofs/authorisation/calls.ts';
import type { Person } from './proofs/authorisation/people.ts';
import { allRoutes } from './app.ts';
import type { Services } from './services.ts';
import { SPECIFIED_CALLS } from './testing/specification.ts';
import { testApp, type TestApp } from './testing/testApp.ts';

/** Each call of the specification, as each role makes it with nothing in it: who may, what is answered, and in which shape. */

let t: TestApp;
const persons = ROLES.map((role): Person => {
  const word = role.slice(5).toLowerCase();
  const name = role === 'ROLE_ROOT' || role === 'ROLE_AUDITOR' ? word : `${word}.nbo`;
  return { name, role, rights: MATRIX[role], branch: 'NBO', id: 0 };
});
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const endpoints = allRoutes({} as Services).map(({ endpoint }) => endpoint);
const specified = SPECIFIED_CALLS.map((call) => {
  const [method = '', address = ''] = call.split(' ');
  const [path = ''] = address.split('?');
  const endpoint = endpoints.find((one) => one.method === method && one.path === path);
  if (!endpoint) throw new Error(`${method} ${path} is not built.`);
  return { name: `${method} ${path}`, endpoint };
});

/** The names in a reply: of an object, or of the rows of an array. */
function shapeOf(schema: unknown): string {
  if (schema instanceof z.ZodMiniArray) return `[${shapeOf(schema.def.element)}]`;
  if (schema instanceof z.ZodMiniObject) return `{${Object.keys(schema.shape).toSorted().join(', ')}}`;
  if (schema instanceof z.ZodMiniUnion) return schema.def.options.map(shapeOf).join(' | ');
  return schema === undefined || schema instanceof z.ZodMiniUnknown ? 'file' : 'value';
}

// An id that no record has.
const addressed = ({ method, path }: Endpoint): `${string} ${string}` =>
  `${method} ${path.replaceAll(/\{(\w+)\}/g, '2147483647')}`;

test('each of the 116 is answered by role, with its status and in its shape', async () => {
  const lines: string[] = [];
  for (const { name, endpoint } of specified) {
    const open = endpoint.access === 'public';
    const body = endpoint.body === undefined ? {} : { body: {} };
    const nobody = await t.call(null, addressed(endpoint), body);
    if (open) expect([401, 403], name).not.toContain(nobody.status);
    else expect(nobody.status, name).toBe(401);
    const answers: string[] = [];
    for (const person of open ? [] : persons) {
      const { status, body: reply, headers } = await t.call(person.name, addressed(endpoint), body);
      expect(status, `${name} as ${person.role}`).toBeLessThan(500);
      expect(status === 403, `${name} as ${person.role}: ${status}`).toBe(!mayCall(person, endpoint));
      const isJson = String(headers['content-type']).includes('application/json');
      if (status === 200 && isJson) expect(z.safeDecode(endpoint.reply, reply).success, `${name}: shape`).toBe(true);
      answers.push(`${person.role.slice(5).toLowerCase()} ${status}`);
    }
    lines.push(`${name}\n  ${open ? `anybody ${nobody.status}` : answers.join(', ')}\n  ${shapeOf(endpoint.reply)}`);
  }
  expect(lines).toHaveLength(116);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('testing/specified-calls.txt');
});
