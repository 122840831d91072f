import { afterEach, describe, expect, test } from 'vitest';
import type { TrustedProxies } from '../../platform/http/proxies.ts';
import { PASSWORD } from '../../testing/test-firm.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';

const AUTH = '/api/sca/v1/auth';
const opened: TestApp[] = [];
afterEach(async () => {
  for (const app of opened.splice(0)) await app.close();
});

/** An application behind this machine as its proxy, over sockets; gives how a call is answered. */
async function behind(trustProxy: TrustedProxies) {
  const app = await testApp({ trustProxy });
  opened.push(app);
  const url = await app.app.listen({ port: 0, host: '127.0.0.1' });
  const post = async (call: string, forwarded: string, body: unknown) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': forwarded };
    const reply = await fetch(`${url}${AUTH}/${call}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return reply.status;
  };
  // Guesses at mailed links, which cost no hashing, are counted by address alone.
  const guess = (forwarded: string) => post('resetpassword', forwarded, { token: 'x'.repeat(43), password: PASSWORD });
  return { app, post, guess };
}

describe('the address behind proxies', () => {
  test.each([
    ['one hop', 1, ''],
    ['this machine by its address', ['127.0.0.1'], ''],
    ['two hops', 2, ', 10.9.9.9'],
    ['a network of proxies', ['127.0.0.0/8', '10.0.0.0/8'], ', 10.1.1.1, 10.9.9.9'],
  ])('%s: what the client wrote itself does not count', async (_what, trustProxy, proxies) => {
    const { guess } = await behind(trustProxy);
    for (let n = 0; n < 30; n += 1) expect(await guess(`1.2.3.${n}, 203.0.113.7${proxies}`)).toBe(400);
    expect(await guess(`1.2.3.99, 203.0.113.7${proxies}`)).toBe(429);
    expect(await guess(`1.2.3.99, 203.0.113.8${proxies}`)).toBe(400);
  });

  test('without a proxy the header is nothing', async () => {
    const { guess } = await behind(false);
    for (let n = 0; n < 30; n += 1) expect(await guess(`203.0.113.${n}`)).toBe(400);
    expect(await guess('203.0.113.99')).toBe(429);
  });

  test('what is no address is not kept as one', async () => {
    const { app, post } = await behind(1);
    expect(await post('authenticate', '<b>nobody</b>', { email: 'root@slipway.test', password: PASSWORD })).toBe(200);
    const { rows } = await app.ownerPool.query('select address from sessions');
    expect(rows).toEqual([{ address: '127.0.0.1' }]);
  });
});

test('nobody learns from the open calls whether it is empty, but for what the sign-up screen asks', async () => {
  const answers = async (empty: boolean) => {
    const app = await testApp({ empty, services: { setupCode: 'SESAME-123' } });
    opened.push(app);
    const calls = [
      await app.call(null, `POST ${AUTH}/authenticate`, { body: { email: 'a@b.example', password: 'x' } }),
      await app.call(null, `POST ${AUTH}/recoverpassword`, { query: { email: 'a@b.example' } }),
      await app.call(null, `POST ${AUTH}/resetpassword`, { body: { token: 'x'.repeat(43), password: PASSWORD } }),
      await app.call(null, 'GET /api/ready'),
      await app.call(null, 'GET /api/health'),
      await app.call(null, `GET ${AUTH}/session`),
    ];
    const { body } = await app.call(null, `GET ${AUTH}/installation`);
    return { calls: calls.map(({ status, body: told }) => [status, told]), installation: body };
  };
  const empty = await answers(true);
  const installed = await answers(false);
  expect(empty.calls).toEqual(installed.calls);
  expect(empty.calls.map(([status]) => status)).toEqual([401, 200, 400, 200, 200, 401]);
  expect([empty.installation, installed.installation]).toEqual([
    { empty: true, needs_code: true },
    { empty: false, needs_code: false },
  ]);
});
