import fastify from 'fastify';
import { expect, test } from 'vitest';
import { isInstalled } from '../../features/accounts/queries.ts';
import { testApp } from '../../testing/testApp.ts';
import { servePages } from './files.ts';

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
