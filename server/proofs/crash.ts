import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { readPidFile } from '../platform/embedded-postgres/postmaster.ts';
import { openSite, type Site } from './crash/site.ts';
import { startWriters, type Writers } from './crash/writers.ts';
import { httpClient } from './http-client.ts';
import { chanceOf, tally, type Chance, type Proof, type ProofRun, type Tally } from './proof.ts';
import { unsound } from './sound.ts';

const CLIENTS = 32;
const SERVING_WITHIN = 3_000;
// Of what never ends: a busy machine may take minutes.
const PATIENCE = 900_000;

export type Scene = { site: Site; writers: Writers; chance: Chance; counted: Tally; run: ProofRun };

const median = (times: readonly number[]) =>
  Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0);
const worst = (times: readonly number[]) => Math.round(Math.max(0, ...times));

/** What every crash proof asks in the end: nothing acknowledged lost, nothing doubled, the books sound. */
async function reckon({ site, writers, counted, run }: Scene): Promise<void> {
  await writers.stop();
  const { writes, faults } = writers;
  for (const fault of new Set(faults)) counted.check(false, fault);
  const findings = await unsound(site.ownerPool, { writes, after: { policy: 0, receipt: 0 } });
  for (const id of ['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7', 'I8', 'I9', 'I10', 'I11'] as const) {
    const finding = findings.find((one) => one.id === id);
    counted.check(finding === undefined, () => `${id}: ${finding?.detail}`);
  }
  run.log(`${writes.length} writes acknowledged to clients, ${writers.repeats.length} calls repeated with their key`);
}

/** Lets something happen to an installation while clients write, and looks at the books in the end. */
export async function underWriters(
  run: ProofRun,
  happen: (scene: Scene) => Promise<void>,
  places: { folder?: string; clients?: number; through?: (site: Site) => Promise<Site> } = {},
) {
  const counted = tally();
  const site = await openSite(places.folder);
  try {
    const writers = await startWriters((await places.through?.(site)) ?? site, {
      clients: places.clients ?? CLIENTS,
      prefix: `crash-${run.seed}`,
    });
    const scene: Scene = { site, writers, chance: chanceOf(run.seed), counted, run };
    await sleep(300);
    await happen(scene);
    await reckon(scene);
    return counted.result();
  } finally {
    await site.close();
  }
}

/** kill -9 of the server under writing clients; it is started again on the database that it left running. */
export const proveCrashServer: Proof = (run) =>
  underWriters(run, async ({ site, writers, chance, counted }) => {
    const times: number[] = [];
    for (let round = 1; round <= run.rounds; round += 1) {
      // On a busy machine the clients need a while to come back; a kill of an idle server would prove nothing.
      const target = writers.writes.length + 1 + chance.below(CLIENTS);
      const deadline = performance.now() + PATIENCE;
      while (writers.writes.length < target && performance.now() < deadline) await sleep(5);
      counted.check(writers.writes.length >= target, `round ${round}: nothing was written before the kill`);
      await sleep(chance.below(200));
      times.push(await site.restart());
    }
    run.log(
      `server killed ${run.rounds} times; serving again after ${median(times)} ms (median), ${worst(times)} ms (worst)`,
    );
  });

/** Null between two postmasters, when there is no file. */
const postmasterOf = (clusterDir: string): number | null => readPidFile(clusterDir)?.pid ?? null;

/** Its database comes back by the server alone: one that ended is not waited for. */
function assertRuns({ ended }: Site): void {
  const why = ended();
  if (why !== null) throw new Error(`The server is gone: ${why}`);
}

/** Waits until the cluster is served by another postmaster than this one. */
export async function anotherPostmaster(site: Site, before: number): Promise<void> {
  const { clusterDir } = site;
  for (const deadline = performance.now() + PATIENCE; performance.now() < deadline; await sleep(5)) {
    const now = postmasterOf(clusterDir);
    if (now !== null && now !== before) return;
    assertRuns(site);
  }
  throw new Error('The database was not started again.');
}

/** Every process of the cluster: the postmaster and its children. */
export function processesOf(clusterDir: string): number[] {
  const postmaster = postmasterOf(clusterDir);
  if (postmaster === null) throw new Error('There is no database to stop.');
  const children = fs.readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = fs.readFileSync(`/proc/${name}/stat`, 'utf8');
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === postmaster ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
  return [postmaster, ...children];
}

function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // gone with its postmaster already
    }
  }
}

export async function databaseBack(site: Site): Promise<number> {
  const deadline = performance.now() + PATIENCE;
  while (performance.now() < deadline) {
    const client = new pg.Client({ connectionString: site.ownerUrl });
    client.on('error', () => undefined);
    const up = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    if (up) return performance.now();
    assertRuns(site);
    await sleep(10);
  }
  throw new Error('The database did not come back.');
}

type Watched = { at: number; unavailable: number; wrong: string[] };

/** Asks without pause until a call that began after `back` is answered well, and says what was answered meanwhile. */
export async function servesAgain(
  site: Site,
  token: string,
  back: Promise<unknown> = Promise.resolve(),
): Promise<Watched> {
  let isBack = false;
  let failed = false;
  const waiting = back.then(() => (isBack = true));
  // Thrown below, once the client is closed.
  waiting.catch(() => (failed = true));
  const client = httpClient(site.url, 1);
  const watched: Watched = { at: 0, unavailable: 0, wrong: [] };
  const deadline = performance.now() + PATIENCE;
  for (; !failed; await sleep(10)) {
    const asksAfter = isBack;
    const got = await client
      .call({ method: 'GET', path: '/api/sca/v1/underwriting/items?length=1', token })
      .catch((error: Error) => error);
    if (got instanceof Error) watched.wrong.push(`no answer: ${got.message}`);
    else if (got.status === 503) {
      watched.unavailable += 1;
      if (got.retryAfter === undefined) watched.wrong.push('503 without Retry-After');
    } else if (got.status === 200 && asksAfter) break;
    else if (got.status !== 200) watched.wrong.push(`${got.status} ${JSON.stringify(got.body)}`);
    const gone = site.ended();
    if (gone !== null || performance.now() > deadline) {
      watched.wrong.push(gone ?? 'it never served again');
      break;
    }
  }
  client.close();
  await waiting;
  watched.at = performance.now();
  return watched;
}

/** kill -9 of the database with all its processes; the server stays up, says 503 and recovers without help. */
export const proveCrashDatabase: Proof = (run) =>
  underWriters(run, async ({ site, chance, counted }) => {
    const outages: number[] = [];
    const delays: number[] = [];
    let unavailable = 0;
    const token = await site.tokenOf('underwriter.nbo');
    const url = site.url();
    for (let round = 1; round <= run.rounds; round += 1) {
      await sleep(200 + chance.below(600));
      const began = performance.now();
      killAll(processesOf(site.clusterDir));
      const serving = servesAgain(site, token);
      const back = await databaseBack(site);
      const watched = await serving;
      unavailable += watched.unavailable;
      const delay = Math.max(0, watched.at - back);
      delays.push(delay);
      outages.push(watched.at - began);
      counted.check(
        !run.timed || delay < SERVING_WITHIN,
        `round ${round}: serving ${Math.round(delay)} ms after the database was`,
      );
      counted.check(
        watched.wrong.length === 0,
        () => `round ${round}: ${[...new Set(watched.wrong)].join('; ').slice(0, 300)}`,
      );
      counted.check(site.url() === url, `round ${round}: the server was another one`);
    }
    counted.check(unavailable > 0, 'no 503 was seen');
    run.log(
      `database killed ${run.rounds} times; ${unavailable} answers of 503; serving ${median(delays)} ms (median), ${worst(delays)} ms (worst) after the database is; out for ${median(outages)} ms (median), ${worst(outages)} ms (worst)`,
    );
  });
