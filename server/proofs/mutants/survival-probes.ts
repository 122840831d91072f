import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeWithin } from '../../main.ts';
import { readFrames, writeFrames, type Piece } from '../../platform/backup/frames.ts';
import { createSender, type OutgoingMail } from '../../platform/mail/mail.ts';
import { openPool } from '../../platform/db/pool.ts';
import { watchDatabase } from '../../platform/db/watch.ts';
import { examplePolicy, makeBook } from '../../testing/factories.ts';
import { startRelay } from '../../testing/relay.ts';
import type { Probe } from './probes.ts';

const PATIENCE = 2_500;
const MOST_WAITING = 200;

/** Whether something is over within seconds; what then still goes on is left to end by itself. */
async function soon(work: Promise<unknown>): Promise<boolean> {
  const over = new AbortController();
  const late = sleep(PATIENCE, false, { signal: over.signal }).catch(() => false);
  const inTime = await Promise.race([work.then(() => true), late]);
  over.abort();
  return inTime;
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-probe-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A stop does not wait for a request whose body never ends. */
export const stopsInTime: Probe = async (rig) => {
  const address = new URL(await rig.app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = net.connect(Number(address.port), '127.0.0.1').on('error', () => undefined);
  const head = ['POST /api/sca/v1/auth/authenticate HTTP/1.1', 'Host: x', 'Content-Type: application/json'];
  const arrived = new Promise<void>((resolve) => rig.app.server.once('request', () => resolve()));
  socket.write([...head, 'Content-Length: 1000', '', '{'].join('\r\n'));
  await arrived;
  const stopped = closeWithin(200, rig.app);
  const inTime = await soon(stopped);
  socket.destroy();
  await stopped;
  return inTime;
};

/** While as many calls wait for a connection as may, the next is sent away at once. */
export const boundedQueue: Probe = async ({ pool, call }) => {
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const queued = Array.from({ length: MOST_WAITING }, () =>
    pool.connect().then(
      (client) => client.release(),
      () => undefined,
    ),
  );
  const answer = call(null, 'GET /api/ready');
  const atOnce = await soon(answer);
  for (const client of held) client.release();
  await Promise.all(queued);
  const { status, headers } = await answer;
  return atOnce && status === 503 && headers['retry-after'] === '2';
};

/** A call under way on a database that is frozen, its sockets open, is given up. */
export const frozenDatabase: Probe = async ({ pool }) => {
  await using made = new AsyncDisposableStack();
  const relay = await startRelay(String(pool.options.connectionString));
  made.defer(relay.close);
  const through = openPool({ url: relay.url, max: 1 });
  made.defer(() => through.end());
  const watch = watchDatabase(through, { every: 50, answerWithin: 500 });
  made.defer(watch.stop);
  await through.query('select 1');
  made.defer(async () => relay.thaw());
  relay.freeze();
  const answer = through.query('select 2').then(
    () => false,
    () => true,
  );
  return (await soon(answer)) && answer;
};

/** What finds the disk full may be asked again, and the system calls itself not ready. */
export const fullDisk: Probe = async (rig) => {
  const body = examplePolicy(await makeBook(rig));
  await rig.ownerPool.query(`create function no_room() returns trigger language plpgsql as $f$ begin
      raise exception 'could not extend file' using errcode = '53100'; end $f$;
    create trigger no_room before insert on policies for each row execute function no_room();
    create trigger no_room before insert on jobs for each row execute function no_room()`);
  const { status, headers } = await rig.call('underwriter.nbo', 'POST /api/sca/v1/underwriting/save', { body });
  const ready = await rig.call(null, 'GET /api/ready');
  return status === 503 && headers['retry-after'] === '2' && ready.status === 503;
};

async function* oneTable(): AsyncGenerator<Piece> {
  for (const kind of ['head', 'rows', 'end'] as const) yield { kind, bytes: Buffer.from(`${kind} of the books`) };
}

/** A backup of which a byte was changed is refused, and what it holds cannot be read without its key. */
export const sealedBackup: Probe = () =>
  inFolder(async (folder) => {
    const file = path.join(folder, 'firm.backup');
    const key = 'sixteen letters and more';
    await writeFrames(file, key, oneTable());
    const whole = await readFile(file);
    // The last sealed byte but its tag belongs to what is packed.
    whole.writeUInt8(whole.readUInt8(whole.length - 17) ^ 1, whole.length - 17);
    await writeFile(file, whole);
    try {
      for await (const piece of readFrames(file, key)) void piece;
      return false;
    } catch (error) {
      return error instanceof Error && 'code' in error && error.code === 'BACKUP_REFUSED';
    }
  });

const SECRET = 'a line that no mail may hold';

/** What somebody wrote is sent as it is: a mail that names a file or an address brings nothing of it along. */
export const mailFetchesNothing: Probe = () =>
  inFolder(async (folder) => {
    const outbox = path.join(folder, 'outbox');
    const file = path.join(folder, 'secret.txt');
    await writeFile(file, SECRET);
    const server = http.createServer((_request, reply) => reply.end(SECRET)).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const send = createSender({ smtpUrl: null, from: 'slipway@slipway.test', outbox });
    const { port } = server.address() as AddressInfo;
    for (const text of [{ path: file }, { href: `http://127.0.0.1:${port}/` }]) {
      // As it would come out of a queue that somebody has written into.
      const mail: OutgoingMail = JSON.parse(JSON.stringify({ to: 'a@slipway.test', subject: 'Note', text }));
      await send({ ...mail }).catch(() => undefined);
    }
    await new Promise((resolve) => server.close(resolve));
    const mails = await readdir(outbox).catch((): string[] => []);
    const texts = await Promise.all(mails.map((name) => readFile(path.join(outbox, name), 'utf8')));
    return !texts.some((text) => text.includes(SECRET));
  });
