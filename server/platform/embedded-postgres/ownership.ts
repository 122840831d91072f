import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { codeOf, failure } from './failure.ts';
import { wholeNumber } from './files.ts';
import { adminRole } from './initdb.ts';
import { isAlive } from './postmaster.ts';
import type { Address } from './postmaster.ts';
import { ensureRunning, stopServer } from './process.ts';
import type { Launch, Server } from './process.ts';

/** `again`: after a crash, when the lock's holder may be our own connection of before. */
export type Claim = { launch: Launch; address: Address; password: string; again: boolean };
export type Owned = { server: Server; client: Client };

type Attempt = Claim & { server: Server };

// Any two numbers of our own; in the database `postgres`, where the application's role cannot connect to take them.
const lockKey = [0x534c4950, 1];
const patience = 30_000;

const heldBy = `
  select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
  where l.locktype = 'advisory' and l.granted and l.classid = $1 and l.objid = $2 and l.objsubid = 2
    and l.database = (select oid from pg_database where datname = current_database())`;

/**
 * One Slipway at a time owns a data directory: it holds an advisory lock on the connection returned here, which
 * PostgreSQL releases whenever that process dies, however it dies. A server that dies between its discovery and
 * our connection (a kill takes effect a moment after it was sent) is started again.
 */
export async function takeOwnership(claim: Claim): Promise<Owned> {
  const deadline = Date.now() + patience;
  for (;;) {
    const server = await ensureRunning(claim.launch, claim.address);
    try {
      return { server, client: await lock({ ...claim, server, address: server.address }) };
    } catch (error) {
      if (codeOf(error) === 'DATABASE_GONE' && Date.now() < deadline) continue;
      // In use means that it serves somebody else, even if it was we who started it.
      if (!server.adopted && !claim.again && codeOf(error) !== 'DATA_DIRECTORY_IN_USE')
        await stopServer(server, claim.launch);
      throw error;
    }
  }
}

async function lock(attempt: Attempt): Promise<Client> {
  const client = await connect(attempt);
  try {
    await claimLock(client, attempt);
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw isPassing(error) ? gone(error) : error;
  }
}

const gone = (error: unknown): Error =>
  failure('DATABASE_GONE', 'The database ended while it was being connected to.', error);

async function claimLock(client: Client, { launch, again }: Attempt): Promise<void> {
  const deadline = Date.now() + 5_000;
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', lockKey);
    if (rows[0]?.taken) return;
    const holder = (await client.query<{ name: string }>(heldBy, lockKey)).rows[0]?.name;
    const pid = wholeNumber(holder?.split(' ').at(-1));
    const lives = pid !== undefined && isAlive(pid) && !(again && pid === process.pid);
    // A dead holder's backend needs a moment to notice.
    if (lives || Date.now() > deadline) {
      const who = lives ? ` (process ${pid})` : '';
      const advice = 'stop it, or choose another with SLIPWAY_DATA';
      throw failure(
        'DATA_DIRECTORY_IN_USE',
        `The data directory ${launch.home.dataDir} is in use by another Slipway${who}: ${advice}.`,
      );
    }
    await sleep(20);
  }
}

async function connect(attempt: Attempt): Promise<Client> {
  const deadline = Date.now() + patience;
  for (;;) {
    const client = new Client({
      ...attempt.address,
      user: adminRole,
      password: attempt.password,
      database: 'postgres',
      application_name: `slipway owner ${process.pid}`,
    });
    client.on('error', () => undefined); // its end is what counts, and the supervisor listens to that
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (codeOf(error) === '28P01') {
        const sentence = `The passwords in ${attempt.launch.home.secretFile} are not those of the database beside it.`;
        throw failure('DATABASE_SECRET_MISSING', sentence, error);
      }
      if (!isPassing(error) || Date.now() > deadline) throw error;
      if (!isAlive(attempt.server.pid)) throw gone(error);
      await sleep(25);
    }
  }
}

/** Starting, stopping or recovering: the next try may succeed. */
function isPassing(error: unknown): boolean {
  const code = codeOf(error);
  return code === '' || ['57P01', '57P02', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE'].includes(code);
}
