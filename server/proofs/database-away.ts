import { setTimeout as sleep } from 'node:timers/promises';
import { tell } from '../platform/embedded-postgres/postmaster.ts';
import { anotherPostmaster, databaseBack, processesOf, servesAgain, underWriters, type Scene } from './crash.ts';
import { httpClient } from './http-client.ts';
import type { Proof } from './proof.ts';

/** Longer than a call waits for a connection, and than it is found out that nothing moves. */
const FROZEN_FOR = 12_000;
/** The last time of the full form. */
const FROZEN_LONG = 180_000;
const ANSWERED_WITHIN = 20_000;

type Away = { wrong: string[]; unavailable: number };

/** Shut down as an administrator does, in order; its supervisor starts it again. */
async function restarted({ site }: Scene, token: string): Promise<Away> {
  const [postmaster] = processesOf(site.clusterDir);
  if (postmaster === undefined) return { wrong: ['there was no database to stop'], unavailable: 0 };
  process.kill(postmaster, 'SIGINT');
  const back = anotherPostmaster(site, postmaster).then(() => databaseBack(site));
  return servesAgain(site, token, back);
}

/** None of its processes moves for a while: calls wait, then are turned away, and nothing is lost. */
async function frozen({ site, run }: Scene, token: string, frozenFor: number): Promise<Away> {
  const pids = processesOf(site.clusterDir);
  const away: Away = { wrong: [], unavailable: 0 };
  const client = httpClient(site.url, 10);
  for (const pid of pids) tell(pid, 'SIGSTOP');
  try {
    const until = performance.now() + frozenFor;
    const ask = async () => {
      while (performance.now() < until) {
        const sentAt = performance.now();
        const got = await client
          .call({ method: 'GET', path: '/api/sca/v1/underwriting/items?length=1', token }, 60_000)
          .catch((error: Error) => error);
        if (got instanceof Error) away.wrong.push(`no answer: ${got.message}`);
        else if (got.status === 503 && got.retryAfter !== undefined) away.unavailable += 1;
        else if (got.status !== 200) away.wrong.push(`${got.status} ${JSON.stringify(got.body)}`);
        const took = performance.now() - sentAt;
        if (run.timed && took > ANSWERED_WITHIN) away.wrong.push(`an answer after ${Math.round(took)} ms`);
      }
    };
    const asking = Promise.all(Array.from({ length: 8 }, ask));
    const ready = await client.call({ method: 'GET', path: '/api/ready' }, 60_000).catch((error: Error) => error);
    if (ready instanceof Error || ready.status !== 503) away.wrong.push('it called itself ready');
    await sleep(until - performance.now());
    for (const pid of pids) tell(pid, 'SIGCONT');
    await asking;
  } finally {
    for (const pid of pids) tell(pid, 'SIGCONT');
    client.close();
  }
  const { wrong, unavailable } = await servesAgain(site, token);
  return { wrong: [...away.wrong, ...wrong], unavailable: away.unavailable + unavailable };
}

/** The database is stopped in order, or hangs, under writing clients: 503 with Retry-After, and the server comes back by itself. */
export const proveDatabaseAway: Proof = (run) =>
  underWriters(run, async (scene) => {
    const { site, counted, chance } = scene;
    const token = await site.tokenOf('underwriter.nbo');
    const url = site.url();
    const unavailable = { restarted: 0, frozen: 0 };
    for (let round = 1; round <= run.rounds; round += 1) {
      await sleep(200 + chance.below(300));
      const way = round % 2 === 1 ? 'restarted' : 'frozen';
      const long = round === run.rounds && !run.short ? FROZEN_LONG : FROZEN_FOR;
      const away = way === 'restarted' ? await restarted(scene, token) : await frozen(scene, token, long);
      unavailable[way] += away.unavailable;
      const wrong = [...new Set(away.wrong)].join('; ').slice(0, 300);
      counted.check(wrong === '', `round ${round}, ${way}: ${wrong}`);
      counted.check(site.url() === url, `round ${round}: the server was another one`);
    }
    // A restart may be over before anything is asked; one that hangs for that long is noticed.
    counted.check(unavailable.frozen > 0, 'frozen: no 503 was seen');
    run.log(
      `database away ${run.rounds} times; answers of 503: ${unavailable.restarted} while it was restarted, ${unavailable.frozen} while it stood still`,
    );
  });
