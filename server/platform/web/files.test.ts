import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { isInstalled } from '../../features/accounts/queries.ts';
import { testApp } from '../../testing/testApp.ts';
import { servePages, serveWeb } from './files.ts';

const INDEX = '<!doctype html><html lang="en"><head></head></html>';
const UNSET = '<!doctype html><html data-empty lang="en"><head></head></html>';

/** Pages alone; gives what comes for an address. */
function pages(isEmpty: () => Promise<boolean>) {
  const app = fastify();
  servePages(app, { index: INDEX, isEmpty });
  return async (url: string) => (await app.inject({ url })).body;
}

test('the page says that nobody has signed up yet, until somebody has', async () => {
  const t = await testApp({ empty: true });
  let asked = 0;
  const page = pages(async () => {
    asked += 1;
    return !(await isInstalled(t.database));
  });
  expect(await page('/')).toBe(UNSET);
  expect(await page('/underwriting/12?tab=money')).toBe(UNSET);
  const body = { name: 'Amina', email: 'amina@slipway.test', password: 'oat ferry lantern 42' };
  const firm = { firmName: 'Acacia Brokers', baseCurrency: 'KES' };
  expect((await t.call(null, 'POST /api/sca/v1/auth/register', { body: { ...body, ...firm } })).status).toBe(200);
  expect(await page('/')).toBe(INDEX);
  // A firm that is there stays.
  const before = asked;
  expect(await page('/signin')).toBe(INDEX);
  expect(asked).toBe(before);
  await t.close();
});

test('without an answer it is the usual page, and a call that is none has a problem', async () => {
  const answers = [Promise.reject(new Error('The database is away.')), Promise.resolve(true)];
  const page = pages(() => answers.shift() ?? Promise.resolve(false));
  expect(await page('/')).toBe(INDEX);
  expect(await page('/')).toBe(UNSET);
  expect(await page('/')).toBe(INDEX);
  expect(JSON.parse(await page('/api/none'))).toMatchObject({ code: 'NOT_FOUND' });
});

test('a server goes on with the files that it began with when they are built anew, or are taken away', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'slipway-built-'));
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
  mkdirSync(path.join(folder, 'assets'));
  write('index.html', INDEX);
  write('theme.js', 'theme');
  write('.sources', 'digest');
  write('assets/page-1.js', 'plain');
  write('assets/page-1.js.br', 'brotli');
  write('assets/page-1.js.gz', 'gzip');
  const app = fastify();
  serveWeb(app, () => Promise.resolve(false), folder);
  await app.ready();
  rmSync(folder, { recursive: true });
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
  for (const [accepted, body, encoding] of [
    ['gzip, deflate, br', 'brotli', 'br'],
    ['gzip, br;q=0', 'gzip', 'gzip'],
    ['identity', 'plain', undefined],
  ] as const) {
    const reply = await get('/assets/page-1.js', { 'accept-encoding': accepted });
    expect([reply.statusCode, reply.body, reply.headers['content-encoding']]).toEqual([200, body, encoding]);
    expect(reply.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    });
  }
  const theme = await get('/theme.js');
  expect([theme.body, theme.headers['cache-control']]).toEqual(['theme', 'no-cache']);
  const again = await get('/theme.js', { 'if-none-match': String(theme.headers['etag']) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect((await app.inject({ method: 'HEAD', url: '/theme.js' })).headers['content-length']).toBe('5');
  expect((await get('/claims')).body).toBe(INDEX);
  for (const none of ['/assets/page-1.js.br', '/assets/page-2.js']) expect((await get(none)).statusCode).toBe(404);
  for (const page of ['/.sources', '/index.html']) expect((await get(page)).body).toBe(INDEX);
});
