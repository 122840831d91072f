import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { httpClient, type Got, type Sent } from '../../proofs/http-client.ts';
import { examplePolicy, makeBook } from '../../testing/factories.ts';
import { startRelay } from '../../testing/relay.ts';
import { testApp } from '../../testing/testApp.ts';
import { openDatabase, openPool } from './pool.ts';
import { watchDatabase, type Patience } from './watch.ts';

const QUICK: Patience = { every: 50, answerWithin: 1_000 };
const SCA = '/api/sca/v1';
/** Far above what a call may take with that patience, far below what it would take without a watch. */
const HELD = 15_000;

/** The application over a real socket, with a relay between it and its database. */
async function frozenFirm() {
  await using made = new AsyncDisposableStack();
  const t = await testApp();
  made.defer(t.close);
  const relay = await startRelay(String(t.pool.options.connectionString));
  made.defer(relay.close);
  const pool = openPool({ url: relay.url, max: 4 });
  made.defer(() => pool.end());
  made.defer(watchDatabase(pool, QUICK).stop);
  const platform = { ...t.platform, pool, database: openDatabase(pool) };
  const app = buildApp(platform, { ...t.services, pool });
  made.defer(() => app.close());
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const client = httpClient(() => address, 32);
  made.defer(async () => client.close());
  // Before all else, so that nothing waits for what is frozen.
  made.defer(async () => relay.thaw());
  const token = await t.signIn('underwriter.nbo');
  const call = (sent: Omit<Sent, 'token'>): Promise<Got | Error> =>
    client.call({ token, ...sent }, HELD).catch((error: Error) => error);
  const all = made.move();
  return { t, relay, call, pool, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

const outcome = (got: Got | Error) =>
  got instanceof Error ? got.message : `${got.status} ${got.retryAfter ?? ''}`.trim();
const LIST = { method: 'GET', path: `${SCA}/underwriting/items?length=1` };
const READY = { method: 'GET', path: '/api/ready' };

// Most of both is waiting, so they wait side by side.
test.concurrent(
  'a database that is frozen holds no call: 503, not ready, and well again when it moves',
  { timeout: 90_000 },
  async () => {
    await using firm = await frozenFirm();
    const { t, relay, call } = firm;
    const body = examplePolicy(await makeBook(t));
    const save = (key: string) =>
      call({ method: 'POST', path: `${SCA}/underwriting/save`, body, headers: { 'idempotency-key': key } });
    expect([await call(LIST), await call(READY)].map(outcome)).toEqual(['200', '200']);
    expect(outcome(await save('before-the-frost'))).toBe('200');
    relay.freeze();
    // More than there are connections, some of them writes, and again once those that were open are gone.
    for (let turn = 0; turn < 2; turn += 1) {
      const answers = await Promise.all([
        ...Array.from({ length: 6 }, () => call(LIST)),
        ...Array.from({ length: 3 }, (_, index) => save(`in-the-frost-${index}`)),
        call(READY),
      ]);
      expect(new Set(answers.map(outcome))).toEqual(new Set(['503 2']));
    }
    relay.thaw();
    let ready = await call(READY);
    for (; outcome(ready) !== '200'; ready = await call(READY)) await sleep(50);
    const again = await Promise.all([0, 1, 2].map((index) => save(`in-the-frost-${index}`)));
    expect(again.map(outcome)).toEqual(['200', '200', '200']);
    expect(outcome(await save('before-the-frost'))).toBe('200');
    const { rows } = await t.ownerPool.query('select count(*)::int as policies from policies');
    expect(rows).toEqual([{ policies: 4 }]);
  },
);

test.concurrent('a database that takes its time, and moves, is not given up', { timeout: 60_000 }, async () => {
  await using firm = await frozenFirm();
  const { rows } = await firm.pool.query('select pg_sleep(3), 1 as one');
  expect(rows).toMatchObject([{ one: 1 }]);
});
