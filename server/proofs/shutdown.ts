import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { underWriters } from './crash.ts';
import type { Site } from './crash/site.ts';
import { endOf, startInstance, type Instance } from './instances.ts';
import type { Proof } from './proof.ts';

const STOPPED_WITHIN = 20_000;
const SHORT_CLIENTS = 8;
const PATIENCE = 60_000;

type Proxy = { url: string; retried: () => number; upstreams: Instance[]; close: () => Promise<void> };

/** Sends a request on to one instance after the other, as proxies do, until one takes it: 503 and no answer are not taken. */
async function startProxy(upstreams: Instance[]): Promise<Proxy> {
  let turn = 0;
  let retried = 0;
  const server = http.createServer((request, reply) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts);
      const first = (turn += 1);
      const attempt = (left: number) => {
        const { url } = upstreams[(first + left) % upstreams.length] ?? { url: '' };
        const again = () => {
          retried += 1;
          attempt(left - 1);
        };
        // A connection for each: one that is kept alive may be closed in the moment in which it is used again.
        const headers = { ...request.headers, connection: 'close' };
        const onward = http.request(`${url}${request.url}`, { method: request.method, headers, agent: false });
        onward.on('error', () => (left > 0 ? again() : reply.writeHead(502).end()));
        onward.on('response', (answer) => {
          if (answer.statusCode === 503 && left > 0) {
            answer.resume();
            return again();
          }
          reply.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(reply);
        });
        onward.end(body);
      };
      attempt(3);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    retried: () => retried,
    upstreams,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** SIGTERM of one of two instances behind a proxy under writing clients: no request fails. */
export const proveShutdown: Proof = async (run) => {
  await using opened = new AsyncDisposableStack();
  const upstreams: Instance[] = [];
  const proxy = await startProxy(upstreams);
  opened.defer(proxy.close);
  const start = ({ ownerUrl, appUrl }: Site) =>
    startInstance({ DATABASE_URL: ownerUrl, SLIPWAY_APP_DATABASE_URL: appUrl });
  // Awaited here: the proxy closes when this function ends.
  return await underWriters(
    run,
    async ({ site, writers, counted, chance }) => {
      const times: number[] = [];
      for (let round = 1; round <= run.rounds; round += 1) {
        const index = chance.below(2);
        const one = upstreams[index];
        if (!one) throw new Error('There is no instance to stop.');
        const before = writers.writes.length;
        const deadline = performance.now() + PATIENCE;
        while (writers.writes.length < before + 5 && performance.now() < deadline) await sleep(5);
        counted.check(writers.writes.length > before, `round ${round}: nothing was written before the stop`);
        const began = performance.now();
        one.child.kill('SIGTERM');
        const code = await endOf(one);
        const took = performance.now() - began;
        times.push(took);
        counted.check(code === 0, `round ${round}: the instance ended with ${code}`);
        counted.check(!run.timed || took < STOPPED_WITHIN, `round ${round}: it took ${Math.round(took)} ms to stop`);
        upstreams[index] = await start(site);
      }
      counted.check(writers.repeated() === 0, () => `${writers.repeated()} requests failed at the clients`);
      run.log(
        `${run.rounds} times SIGTERM; worst stop ${Math.round(Math.max(...times))} ms; ${proxy.retried()} requests went on to the other instance, ${writers.repeated()} failed`,
      );
      await writers.stop();
      for (const instance of upstreams) instance.child.kill('SIGTERM');
      await Promise.all(upstreams.map(endOf));
    },
    {
      // A server that has no connection within seconds says 503, as it should: few clients never wait so long for each other.
      ...(run.short && { clients: SHORT_CLIENTS }),
      through: async (site) => {
        upstreams.push(await start(site), await start(site));
        return { ...site, url: () => proxy.url };
      },
    },
  );
};
