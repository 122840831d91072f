import net from 'node:net';
import { setTimeout } from 'node:timers/promises';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ERRORS } from '../../../domain/errors.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { assertArrives } from './bodies.ts';
import { parseExactJson } from './json.ts';

const AUTH = '/api/sca/v1/auth/authenticate';
const UW = '/api/sca/v1/underwriting';
let t: TestApp;
let port: number;

beforeAll(async () => {
  t = await testApp();
  port = Number(new URL(await t.app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => t.close());

type Told = { status: number; code: string; errors: { field: string; message: string }[]; bytes: number };

/** Sends exactly this over a socket of its own and gives the first answer; the rest of a body may never come. */
function send(head: string[], body: Buffer | string = ''): Promise<Told> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8').on('error', reject);
    socket.setTimeout(20_000, () => socket.destroy(new Error(`no answer but ${text}`)));
    socket.on('data', (chunk: string) => {
      text += chunk;
      const at = text.indexOf('\r\n\r\n');
      const length = /content-length: (\d+)/i.exec(text)?.[1];
      if (at < 0 || length === undefined || Buffer.byteLength(text.slice(at + 4)) < Number(length)) return;
      socket.destroy();
      const { status, code, errors } = JSON.parse(text.slice(at + 4)) as Told;
      resolve({ status, code, errors, bytes: text.length });
    });
    socket.write([...head, 'Host: localhost', '', ''].join('\r\n'));
    socket.write(body);
  });
}

type Head = { path?: string; type?: string; length: number; more?: string[] };

const post = ({ path = AUTH, type = 'application/json', length, more = [] }: Head) => [
  `POST ${path} HTTP/1.1`,
  `Content-Type: ${type}`,
  `Content-Length: ${length}`,
  ...more,
];

describe('before a body is read, over a socket on which it never comes', () => {
  test.each([
    [
      'bytes where JSON is taken',
      post({ type: 'application/octet-stream', length: 1_048_576 }),
      { status: 415, code: 'UNSUPPORTED_TYPE' },
    ],
    [
      'a form',
      post({ type: 'application/x-www-form-urlencoded', length: 20 }),
      { status: 415, code: 'UNSUPPORTED_TYPE' },
    ],
    [
      'JSON of another name',
      post({ type: 'application/jsonp', length: 20 }),
      { status: 415, code: 'UNSUPPORTED_TYPE' },
    ],
    [
      'a body without a type',
      [`POST ${AUTH} HTTP/1.1`, 'Transfer-Encoding: chunked'],
      { status: 415, code: 'UNSUPPORTED_TYPE' },
    ],
    ['more JSON than a stranger may send', post({ length: 16 * 1024 + 1 }), { status: 413, code: 'TOO_LARGE' }],
    ['JSON from nobody', post({ path: `${UW}/save`, length: 1_000_000 }), { status: 401, code: 'SESSION_ENDED' }],
    [
      'a file from nobody',
      post({ path: '/api/sca/v1/import/upload', type: 'application/octet-stream', length: 1_000 }),
      { status: 401, code: 'SESSION_ENDED' },
    ],
    ['what no call takes', post({ path: '/api/sca/v1/nothing', length: 1_000 }), { status: 404, code: 'NOT_FOUND' }],
  ])('%s is refused', async (_what, head, refusal) => {
    expect(await send(head)).toMatchObject(refusal);
  });

  test('somebody signed in may send JSON of a megabyte, files where files are taken, and nothing else', async () => {
    const token = [`Authorization: Bearer ${await t.signIn('underwriter.nbo')}`];
    expect(
      await send(post({ path: `${UW}/save`, type: 'application/octet-stream', length: 9, more: token })),
    ).toMatchObject({ status: 415 });
    expect(await send(post({ path: `${UW}/save`, length: 1_048_577, more: token }))).toMatchObject({ status: 413 });
    const root = [`Authorization: Bearer ${await t.signIn('root')}`];
    expect(await send(post({ path: '/api/sca/v1/firm/logo', length: 9, more: root }))).toMatchObject({ status: 415 });
  });
});

test('JSON that trickles in is answered and cut off, while others are served', async () => {
  const slow = await testApp({ arrivesWithin: 200 });
  const address = new URL(await slow.app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = net.connect(Number(address.port), '127.0.0.1');
  let text = '';
  const over = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => undefined).on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.write([...post({ length: 1_000 }), 'Host: localhost', '', '{'].join('\r\n'));
  const timer = setInterval(() => socket.write(' '), 20);
  await over;
  clearInterval(timer);
  expect(text).toMatch(/^HTTP\/1.1 408 /);
  expect(text).toContain('The request did not arrive in time. Try again.');
  expect((await slow.call(null, 'GET /api/health')).status).toBe(200);
  await slow.close();
});

test('what cannot be read as a request is answered as every refusal is', async () => {
  const get = (address: string) => [`GET ${UW}/items?searchValue=${address} HTTP/1.1`];
  expect(await send(get('a'.repeat(20_000)))).toMatchObject({ status: 400, code: 'MALFORMED' });
  expect(await send(['GET nowhere'])).toMatchObject({ status: 400, code: 'MALFORMED' });
});

test('a body that was refused for its length is answered once, however long the rest of it takes', async () => {
  const logged: string[] = [];
  const app = fastify({ logger: { level: 'warn', stream: { write: (line: string) => logged.push(line) } } });
  app.addHook('onRequest', async (request, reply) => assertArrives(request, reply, 50));
  app.post('/', { bodyLimit: 10 }, () => 'read');
  const socket = net.connect(Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port), '127.0.0.1');
  let text = '';
  socket.on('error', () => undefined).on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.write([...post({ path: '/', length: 3_000_000 }), 'Host: localhost', '', '{'].join('\r\n'));
  await expect.poll(() => text).toMatch(/^HTTP\/1.1 413 /);
  // Until well after the time in which the rest had to arrive.
  await setTimeout(300);
  expect(logged).toEqual([]);
  socket.destroy();
  await app.close();
});

test('of many bad fields the first fifty are named, and none at length', async () => {
  const many = JSON.stringify(Object.fromEntries(Array.from({ length: 9_000 }, (_, n) => [`k${n}`, 1])));
  const token = [`Authorization: Bearer ${await t.signIn('underwriter.nbo')}`];
  const refusal = await send(post({ path: `${UW}/save`, length: many.length, more: token }), many);
  expect(refusal).toMatchObject({ status: 400, code: 'VALIDATION' });
  expect(refusal.errors).toHaveLength(50);
  const long = JSON.stringify({ ['x'.repeat(10_000)]: 1 });
  const one = await send(post({ length: long.length }), long);
  expect(one.errors.every(({ field }) => field.length <= 200)).toBe(true);
  expect(one.bytes).toBeLessThan(2_000);
});

test('a megabyte of numbers by name is refused before each is looked at, and nobody waits for it', async () => {
  const many = JSON.stringify(Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [n, 1]))).slice(
    0,
    1_000_000,
  );
  const token = [`Authorization: Bearer ${await t.signIn('underwriter.nbo')}`];
  const began = process.cpuUsage();
  const refusal = await send(post({ path: `${UW}/save`, length: many.length, more: token }), many);
  const { user, system } = process.cpuUsage(began);
  expect(refusal).toMatchObject({ status: 400, code: 'MALFORMED' });
  // Looked at one by one they take several times that.
  expect(user + system).toBeLessThan(150_000);
});

test('text that is no UTF-8 is refused', async () => {
  const body = Buffer.concat([Buffer.from('{"email":"a'), Buffer.from([0xff]), Buffer.from('@b.c","password":"x"}')]);
  expect(await send(post({ length: body.length }), body)).toMatchObject({
    status: 400,
    code: 'MALFORMED',
  });
});

describe('what is read of JSON', () => {
  test.each([
    ['{"a":1.0,"b":[1.50,-0.0],"c":{"a":"1.0"}}', { a: 1, b: [1.5, -0], c: { a: '1.0' } }],
    ['{"a":"x\\": \\"y","b":{},"":{"":0}}', { a: 'x": "y', b: {}, '': { '': 0 } }],
    ['[]', []],
    ['"a:b"', 'a:b'],
    [`["${'a,[{\\"'.repeat(20_000)}"]`, ['a,[{"'.repeat(20_000)]],
    ['12345678901234.56', 12_345_678_901_234.56],
  ])('%s as it is', (text, value) => expect(parseExactJson(text)).toEqual(value));

  test.each([
    ['{"a":1,"a":1}', 'a key is named twice in one object.'],
    ['{"a":{"b":1,"\\u0062":2}}', 'a key is named twice in one object.'],
    ['[{"__proto__":1,"__proto__":2}]', 'a key is named twice in one object.'],
    ['{"a":12345678901234567890.5}', 'a number has too many digits or an exponent: send it as text.'],
    ['{"a":1e3}', 'a number has too many digits or an exponent: send it as text.'],
    ['{"a":"\\ud800"}', 'a text holds half a character.'],
    ['{"a":"b\\u0000"}', 'a text holds a NUL byte.'],
    ['{"a":1,}', 'the body is not valid JSON.'],
    ['['.repeat(500_000), 'the body holds more than 10,000 values.'],
    ['['.repeat(9_000), 'the body is not valid JSON.'],
    [`[${'1,'.repeat(10_000)}1]`, 'the body holds more than 10,000 values.'],
    [`{"a":["\\\\\\"",${'{},'.repeat(10_000)}{}]}`, 'the body holds more than 10,000 values.'],
  ])('%.30s is refused', (text, reason) =>
    expect(() => parseExactJson(text)).toThrow(ERRORS.MALFORMED.title.replace('{reason}', reason)),
  );
});

test('a NUL byte is refused wherever a text is taken', async () => {
  const body = '{"email":"a\\u0000@b.c","password":"x"}';
  expect(await send(post({ length: body.length }), body)).toMatchObject({ status: 400, code: 'MALFORMED' });
});

test('a NUL byte in an address is refused before anything reads it', async () => {
  for (const path of ['/api/health?a=%00', `${UW}/items?searchValue=%00`, `${UW}/%00`])
    expect(await send([`GET ${path} HTTP/1.1`]), path).toMatchObject({ status: 400, code: 'MALFORMED' });
});

test('what an address says twice is named', async () => {
  expect(await send([`GET ${UW}/items?length=1&sort=id&length=1&branch=1&branch=2 HTTP/1.1`])).toMatchObject({
    status: 400,
    errors: ['length', 'branch'].map((field) => ({ field, message: 'Send this once.' })),
  });
});

test('a number is no text, however it is written', async () => {
  for (const name of ['1', '1.0', '1.50']) {
    const body = `{"email":"a@b.c","password":${name}}`;
    expect(await send(post({ length: body.length }), body)).toMatchObject({
      status: 400,
      errors: [{ field: 'password' }],
    });
  }
});
