import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { examplePolicy, makeBook, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';

const PATH = '/api/sca/v1/aggregate/changes';
let t: TestApp;
let book: Book;
let url: string;

/** A server whose streams last so many milliseconds. */
async function start(watchesFor: number): Promise<void> {
  t = await testApp({ services: { watchesFor } });
  book = await makeBook(t);
  url = await t.app.listen({ port: 0, host: '127.0.0.1' });
}
// Each has a server of its own: one that goes on looking for a moment tells of what was saved before.
beforeEach(() => start(60_000));
afterEach(() => t.close());

/** Opens a stream as somebody; `lines` grows as it is read. */
async function watching(who: string, query = '') {
  const stop = new AbortController();
  const headers = { authorization: `Bearer ${await t.signIn(who)}`, 'slipway-background': '1' };
  const response = await fetch(`${url}${PATH}${query}`, { headers, signal: stop.signal });
  const lines: string[] = [];
  const read = async () => {
    for await (const part of response.body ?? []) lines.push(...new TextDecoder().decode(part).split('\n'));
  };
  const ended = read().then(
    () => true,
    () => true,
  );
  return {
    status: response.status,
    said: () => lines.filter((line) => line === 'changed').length,
    ended,
    stop: () => stop.abort(),
  };
}

const save = async (who: string) => {
  const saved = await t.call(who, 'POST /api/sca/v1/underwriting/save', { body: examplePolicy(book) });
  expect(saved.status).toBe(200);
  return saved.body.id as number;
};

test('who watches is told of a record of their branches, and of no other', async () => {
  const [nairobi, london] = [await watching('manager.nbo'), await watching('manager.lon')];
  // The first look notes where the trail is.
  await expect.poll(async () => (await save('underwriter.nbo'), nairobi.said()), { interval: 300 }).toBeGreaterThan(0);
  expect(london.said()).toBe(0);
  await expect.poll(async () => (await save('underwriter.lon'), london.said()), { interval: 300 }).toBeGreaterThan(0);
  nairobi.stop();
  london.stop();
  await Promise.all([nairobi.ended, london.ended]);
});

test('records of before are not told of, however much else the trail has after them', async () => {
  for (const others of [600, 700]) {
    await save('underwriter.nbo');
    await t.ownerPool.query(
      `insert into audit_trail (at, user_id, entity, entity_id, action, facts, digest)
       select now(), null, 'session', g, 'noted', '{}', '\\x00' from generate_series(1, $1) g`,
      [others],
    );
  }
  const [nairobi, london] = [await watching('manager.nbo'), await watching('manager.lon')];
  await expect.poll(async () => (await save('underwriter.lon'), london.said()), { interval: 300 }).toBeGreaterThan(0);
  expect(nairobi.said()).toBe(0);
  nairobi.stop();
  london.stop();
  await Promise.all([nairobi.ended, london.ended]);
});

test('one that is opened while the trail is looked at stays open', async () => {
  const first = await watching('manager.nbo');
  const query = t.pool.query.bind(t.pool);
  let second: Awaited<ReturnType<typeof watching>> | undefined;
  // Between the question whose sessions go on and its answer.
  const looking = vi.spyOn(t.pool, 'query').mockImplementation(async (...asked: unknown[]) => {
    const answer: unknown = await Reflect.apply(query, undefined, asked);
    if (second === undefined && String(asked[0]).includes('any($1::uuid[])')) second = await watching('manager.lon');
    return answer;
  });
  await expect.poll(async () => (await save('underwriter.lon'), second?.said()), { interval: 300 }).toBeGreaterThan(0);
  looking.mockRestore();
  for (const stream of [first, second]) stream?.stop();
});

test('what the last look at the trail finds is told before the stream ends', async () => {
  await t.close();
  await start(300);
  const query = t.pool.query.bind(t.pool);
  let looks = 0;
  // The first look notes where the trail is; at the second one the time of the stream is over.
  const looking = vi.spyOn(t.pool, 'query').mockImplementation(async (...asked: unknown[]) => {
    if (String(asked[0]).includes('changed_since') && (looks += 1) === 2) await save('underwriter.nbo');
    return await Reflect.apply(query, undefined, asked);
  });
  const [nairobi, london] = [await watching('manager.nbo'), await watching('manager.lon')];
  expect(await nairobi.ended).toBe(true);
  expect(nairobi.said()).toBe(1);
  expect(await london.ended).toBe(true);
  expect(london.said()).toBe(0);
  looking.mockRestore();
});

test('a stream ends with its session', async () => {
  const own = await watching('cashier.nbo');
  await t.call('cashier.nbo', 'POST /api/sca/v1/auth/signout');
  expect(await own.ended).toBe(true);
});

test('it keeps no session alive, and is for who is signed in', async () => {
  expect((await t.call(null, `GET ${PATH}`)).status).toBe(401);
  const seen = async () =>
    (
      await t.ownerPool.query(
        `select max(last_seen_at) as seen from sessions s join users u on u.id = s.user_id where u.email like 'claims.nbo@%'`,
      )
    ).rows[0].seen as Date;
  const token = await t.signIn('claims.nbo');
  const before = await seen();
  await t.ownerPool.query(
    `update sessions set last_seen_at = last_seen_at - interval '5 minutes' where user_id = (select id from users where email like 'claims.nbo@%')`,
  );
  const own = await watching(token);
  expect((await seen()).getTime()).toBeLessThan(before.getTime());
  own.stop();
  await own.ended;
});

test('more than twenty of one person are refused', async () => {
  const all = [];
  for (let count = 0; count < 20; count += 1) all.push(await watching('accountant.nbo'));
  expect((await watching('accountant.nbo')).status).toBe(503);
  expect((await watching('manager.nbo')).status).toBe(200);
  for (const one of all) one.stop();
});

test('all end when the server stops', async () => {
  const own = await watching('manager.lon');
  const closed = t.app.close();
  expect(await own.ended).toBe(true);
  await closed;
});
