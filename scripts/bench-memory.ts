/**
 * node scripts/run.mjs scripts/bench-memory.ts [--seed S]: what the server holds before and after 5,000 mixed requests, and after
 * 1,000 hostile ones more, over sockets against a process of its own.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Endpoint } from '../domain/endpoint.ts';
import { MATRIX, type BuiltInRole } from '../domain/permissions.ts';
import { allRoutes } from '../server/app.ts';
import { mayCall } from '../server/proofs/authorisation/calls.ts';
import type { Person } from '../server/proofs/authorisation/people.ts';
import { openSite } from '../server/proofs/crash/site.ts';
import { startWriters } from '../server/proofs/crash/writers.ts';
import { requestOf } from '../server/proofs/fuzz/requests.ts';
import { httpClient } from '../server/proofs/http-client.ts';
import { endOf, startInstance, type Instance } from '../server/proofs/instances.ts';
import { chanceOf } from '../server/proofs/proof.ts';
import { openRig } from '../server/testing/rig.ts';
import { startTestDatabases } from '../server/testing/databases.ts';

const MIXED = 5_000;
const HOSTILE = 1_000;
const AT_ONCE = 16;
const WORKERS = {
  root: 'ROLE_ROOT',
  'manager.nbo': 'ROLE_MANAGER',
  'underwriter.nbo': 'ROLE_UNDERWRITER',
  'accountant.nbo': 'ROLE_ACCOUNTANT',
} as const satisfies Record<string, BuiltInRole>;
const MEGABYTE = 1_048_576;

const people = Object.entries(WORKERS).map(([name, role], place): Person => ({
  name,
  role,
  rights: MATRIX[role],
  branch: 'NBO',
  id: place + 1,
}));

/** The endpoints as the server mounts them: of an application that serves nobody. */
async function endpointsOf(): Promise<Endpoint[]> {
  await using databases = await startTestDatabases();
  const rig = await openRig(databases);
  const endpoints = allRoutes(rig.services).map((route) => route.endpoint);
  await rig.close();
  return endpoints;
}

async function memoryOf({ child }: Instance): Promise<string> {
  // What ended connections held is given up a moment later.
  await sleep(2_000);
  const { memory } = await new Promise<{ memory: NodeJS.MemoryUsage }>((resolve) => {
    child.once('message', (message: { memory: NodeJS.MemoryUsage }) => resolve(message));
    child.send('memory');
  });
  const mb = (bytes: number) => (bytes / MEGABYTE).toFixed(1);
  return `RSS ${mb(memory.rss)} MB, heap ${mb(memory.heapUsed)} of ${mb(memory.heapTotal)} MB, outside it ${mb(memory.external)} MB`;
}

const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' } } });
const chance = chanceOf(Number(values.seed));
const endpoints = await endpointsOf();
// What would take the callers their own sessions and rights is left out: refusals hold nothing.
const lasting = endpoints.filter(
  ({ path, effect }) => effect === 'read' || !/\/(?:auth|user|role|lending|firm)\b/.test(path),
);
const reading = endpoints.filter(({ effect, access }) => effect === 'read' && access !== 'public');
const site = await openSite();
const instance = await startInstance(
  { DATABASE_URL: site.ownerUrl, SLIPWAY_APP_DATABASE_URL: site.appUrl, SLIPWAY_TRUST_PROXY: '1' },
  { flags: ['--expose-gc'] },
);
const client = httpClient(() => instance.url, AT_ONCE);
const known = { id: Array.from({ length: 60 }, (_, n) => n + 1) };

async function one(hostile: boolean): Promise<string> {
  const endpoint = chance.pick(hostile ? lasting : reading);
  const may = people.filter((who) => mayCall(who, endpoint));
  const who = chance.pick(may.length === 0 ? people : may);
  const { payload: bytes, ...request } = requestOf(endpoint, { chance, known }, hostile);
  const authorization = `Bearer ${await site.tokenOf(who.name)}`;
  const headers = { authorization, ...request.headers };
  // Of the hostile ones, each fourth is as large as it may be, or larger.
  const large =
    hostile && chance.below(4) === 0 ? Buffer.alloc(MEGABYTE + chance.below(2), chance.pick([0, 91, 34, 49])) : bytes;
  const got = await client.call({ ...request, headers, bytes: large }, 60_000).catch(() => null);
  return got === null ? 'cut off' : `${String(got.status)[0]}xx`;
}

async function send(times: number, hostile: boolean): Promise<string> {
  const answers = new Map<string, number>();
  let left = times;
  const work = async () => {
    for (; left > 0;) {
      left -= 1;
      const answer = await one(hostile);
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return [...answers]
    .toSorted()
    .map(([answer, count]) => `${count} ${answer}`)
    .join(', ');
}

/** Reads of every kind, exports and papers among them, while clients write. */
async function mixed(prefix: string): Promise<string> {
  const writers = await startWriters({ ...site, url: () => instance.url }, { clients: 4, prefix });
  const answers = await send(MIXED, false);
  await writers.stop();
  return `${MIXED} mixed requests (${answers}) beside ${writers.writes.length} writes`;
}

const say = (line: string) => void process.stdout.write(`${line}\n`);
try {
  const writers = await startWriters({ ...site, url: () => instance.url }, { clients: 8, prefix: 'memory' });
  while (writers.writes.length < 200) await sleep(50);
  await writers.stop();
  say(`warm, after ${writers.writes.length} writes: ${await memoryOf(instance)}`);
  say(`after ${await mixed('mixed-1')}: ${await memoryOf(instance)}`);
  const hostile = await send(HOSTILE, true);
  say(`after ${HOSTILE} hostile ones more (${hostile}): ${await memoryOf(instance)}`);
  say(`after ${await mixed('mixed-2')} again: ${await memoryOf(instance)}`);
} finally {
  client.close();
  instance.child.kill('SIGTERM');
  await endOf(instance);
  await site.close();
}
