import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { underWriters } from './crash.ts';
import type { Site } from './crash/site.ts';
import type { Repeat } from './crash/writers.ts';
import { endOf, startInstance, type Instance } from './instances.ts';
import type { Proof } from './proof.ts';

const STOPPED_WITHIN = 20_000;
const SHORT_CLIENTS = 8;
const PATIENCE = 60_000;

type Proxy = {
  url: string;
  retried: () => number;
  /** Requests that an instance had taken and did not answer. */
  cut: () => number;
  /** What each request met that was given up, or that needed more than one try and was refused in the end. */
  lost: string[];
  upstreams: Instance[];
  close: () => Promise<void>;
};

/** Sends a request on to one instance after the other, as proxies do, until one takes it: 503 and no answer are not taken. */
async function startProxy(upstreams: Instance[]): Promise<Proxy> {
  let turn = 0;
  let retried = 0;
  let cut = 0;
  const lost: string[] = [];
  const server = http.createServer((request, reply) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts);
      const first = (turn += 1);
      const began = performance.now();
      const tries: string[] = [];
      const attempt = (left: number) => {
        const index = (first + left) % upstreams.length;
        const { url } = upstreams[index] ?? { url: '' };
        const met = (outcome: string) =>
          tries.push(`instance ${index} ${outcome} after ${Math.round(performance.now() - began)} ms`);
        const again = () => {
          retried += 1;
          attempt(left - 1);
        };
        const giveUp = () => lost.push(`${request.method} ${request.url}: ${tries.join(', ')}`);
        // A connection for each: one that is kept alive may be closed in the moment in which it is used again.
        const headers = { ...request.headers, connection: 'close' };
        const onward = http.request(`${url}${request.url}`, { method: request.method, headers, agent: false });
        onward.on('error', (error: NodeJS.ErrnoException) => {
          met(error.code ?? error.message);
          if (error.code !== 'ECONNREFUSED') cut += 1;
          if (left > 0) return again();
          giveUp();
          reply.writeHead(502).end();
        });
        onward.on('response', (answer) => {
          const { statusCode = 502 } = answer;
          if (statusCode >= 400) met(String(statusCode));
          if (statusCode === 503 && left > 0) {
            answer.resume();
            return again();
          }
          if (statusCode >= 400) giveUp();
          reply.writeHead(statusCode, answer.headers);
          answer.pipe(reply);
        });
        onward.end(body);
      };
      attempt(3);
    });
  });
  // The clients' connections to the proxy are none of what is proved.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    retried: () => retried,
    cut: () => cut,
    lost,
    upstreams,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** One request that failed at its client, beside the stop before it. */
function described({ what, why, sentAt, failedAt }: Repeat, stops: readonly number[]): string {
  const last = stops.findLast((at) => at < failedAt) ?? failedAt;
  const took = Math.round(failedAt - sentAt);
  return `    ${what}: ${why}; ${took} ms after it was sent, ${Math.round(failedAt - last)} ms after SIGTERM`;
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
      const stops: number[] = [];
      for (let round = 1; round <= run.rounds; round += 1) {
        const index = chance.below(2);
        const one = upstreams[index];
        if (!one) throw new Error('There is no instance to stop.');
        const before = writers.writes.length;
        const deadline = performance.now() + PATIENCE;
        while (writers.writes.length < before + 5 && performance.now() < deadline) await sleep(5);
        counted.check(writers.writes.length > before, `round ${round}: nothing was written before the stop`);
        const began = performance.now();
        stops.push(began);
        one.child.kill('SIGTERM');
        const code = await endOf(one);
        const took = performance.now() - began;
        times.push(took);
        counted.check(code === 0, `round ${round}: the instance ended with ${code}`);
        counted.check(!run.timed || took < STOPPED_WITHIN, `round ${round}: it took ${Math.round(took)} ms to stop`);
        upstreams[index] = await start(site);
      }
      await writers.stop();
      // Who asks again while the first try still waits for its turn is told so: slowness, and no answer is lost.
      const { failed = [], busy = [] } = Object.groupBy(writers.repeats, (one) => (one.busy ? 'busy' : 'failed'));
      counted.check(
        failed.length === 0,
        () =>
          `${failed.length} requests failed at the clients:\n${failed.map((one) => described(one, stops)).join('\n')}\n    at the proxy:\n    ${proxy.lost.join('\n    ')}`,
      );
      run.log(
        `${run.rounds} times SIGTERM; worst stop ${Math.round(Math.max(...times))} ms; ${proxy.retried()} requests went on to the other instance, of them ${proxy.cut()} cut off; ${busy.length} were still being worked on, ${failed.length} failed`,
      );
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
