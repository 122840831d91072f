import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { takePlace } from '../../../scripts/lib/build.ts';
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

test('a server goes on with the files that it began with when they are built anew; the build after that leaves them out', async () => {
  await using temporary = await mkdtempDisposable(path.join(os.tmpdir(), 'slipway-built-'));
  const folder = path.join(temporary.path, 'web');
  const build = async (page: string) => {
    const made = path.join(temporary.path, 'made');
    mkdirSync(path.join(made, 'assets'), { recursive: true });
    const write = (name: string, text: string) => writeFileSync(path.join(made, name), text);
    write('index.html', INDEX);
    write('theme.js', 'theme');
    write(`assets/${page}.js`, 'plain');
    write(`assets/${page}.js.br`, 'brotli');
    await takePlace(made, folder);
  };
  await build('page-1');
  await using app = fastify();
  serveWeb(app, () => Promise.resolve(false), folder);
  await app.ready();
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
  const page = async () => {
    const replies = [
      await get('/assets/page-1.js', { 'accept-encoding': 'br' }),
      await get('/assets/page-1.js', { 'accept-encoding': 'identity' }),
      await get('/claims'),
    ];
    return replies.map(({ body }) => body);
  };
  expect(await page()).toEqual(['brotli', 'plain', INDEX]);
  await build('page-2');
  expect(await page()).toEqual(['brotli', 'plain', INDEX]);
  expect((await get('/theme.js')).headers['cache-control']).toBe('no-cache');
  expect((await get('/assets/page-1.js.br')).statusCode).toBe(404);
  for (const none of ['/.assets', '/.sources']) expect((await get(none)).body).toBe(INDEX);
  await build('page-3');
  expect(readdirSync(path.join(folder, 'assets')).toSorted()).toEqual([
    'page-2.js',
    'page-2.js.br',
    'page-3.js',
    'page-3.js.br',
  ]);
});
