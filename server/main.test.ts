import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { findRunning } from './platform/embedded-postgres/running.ts';
import { copyOwned } from './platform/embedded-postgres/test-support.ts';
import { startServer, type RunningServer } from './main.ts';
import { childEnv } from './testing/child-env.ts';
import NODE_FLAGS from './platform/node-flags.json' with { type: 'json' };

const ROOT = path.resolve(import.meta.dirname, '..');
const folder = mkdtempSync(path.join(os.tmpdir(), 'slipway-start-'));
// Root's needs its x bit for others: the account that runs PostgreSQL has to pass through.
if (process.getuid?.() === 0) chmodSync(folder, 0o711);
const dataDir = path.join(folder, 'data');
/** An installation that has stopped: making its database and bringing it to this version is most of a cold start. */
const stopped = path.join(folder, 'stopped');
function copied(name: string): string {
  const copy = path.join(folder, name);
  return existsSync(copy) ? copy : copyOwned(stopped, copy);
}
const config = (changes: Record<string, string> = {}) =>
  readConfig({ PORT: '0', SLIPWAY_DATA: dataDir, SLIPWAY_LOG: 'silent', ...changes });

let server: RunningServer;

beforeAll(async () => {
  const cold = await startServer(config({ SLIPWAY_DATA: stopped }), { web: false });
  await cold.stop();
  copied('data');
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Begins a sign-in on a socket of its own and never ends it; gives what came back when the connection was closed. */
function trickle(url: string): Promise<string> {
  const socket = net.connect(Number(new URL(url).port), '127.0.0.1');
  let text = '';
  socket.on('error', () => undefined).on('data', (chunk: Buffer) => (text += chunk.toString()));
  const head = ['POST /api/sca/v1/auth/authenticate HTTP/1.1', 'Host: x', 'Content-Type: application/json'];
  socket.write([...head, 'Content-Length: 1000', '', '{'].join('\r\n'));
  const timer = setInterval(() => socket.write(' '), 500);
  return new Promise((resolve) =>
    socket.once('close', () => {
      clearInterval(timer);
      resolve(text);
    }),
  );
}

/** What a command says to a person, and how it ends. */
async function outputOf(script: string, env: Record<string, string>, ...words: readonly string[]) {
  const child = spawn(process.execPath, [...NODE_FLAGS, path.join(ROOT, script), ...words], {
    env: { ...childEnv(), SLIPWAY_LOG: 'silent', SLIPWAY_DATA: path.join(folder, 'other'), ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let text = '';
  child.stderr.on('data', (chunk) => (text += String(chunk)));
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve));
  return { code, text: text.trim() };
}

/** A command that serves, once it says where; `says` waits for words that it prints. */
async function serving([command, ...words]: readonly [string, ...string[]], of: Record<string, string>) {
  const env = { ...process.env, PORT: '0', SLIPWAY_LOG: 'silent', ...of };
  const child = spawn(command, words, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  const printed = new EventEmitter().setMaxListeners(0);
  child.stdout.on('data', (chunk: Buffer) => printed.emit('text', (text += chunk.toString())));
  const says = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`${command} ended with ${code}`)));
      const look = () => {
        const match = pattern.exec(text);
        if (match) resolve(match);
      };
      printed.on('text', look);
      look();
    });
  const [, url = ''] = await says(/Slipway is at (\S+)/);
  return { child, url, says, printed: () => text };
}

const installationOf = async (url: string) => (await fetch(`${url}/api/sca/v1/auth/installation`)).json();

describe('starting', () => {
  test('warm, it serves', async () => {
    server = await startServer(config(), { web: false });
    const reply = await fetch(`${server.url}/api/ready`);
    expect(reply.status).toBe(200);
    expect(await installationOf(server.url)).toEqual({ empty: true, needs_code: false });
  });

  test('a second start on the same data directory says so and ends', async () => {
    const { code, text } = await outputOf('scripts/migrate.ts', { SLIPWAY_DATA: dataDir });
    expect(code).toBe(1);
    expect(text).toMatch(/^[^\n]*(in use|another|already)[^\n]*$/i);
  });

  test('a backup says that the bucket is away, and leaves no file', async () => {
    const bucket = {
      SLIPWAY_S3_ENDPOINT: 'http://127.0.0.1:1',
      SLIPWAY_S3_BUCKET: 'papers',
      SLIPWAY_S3_KEY: 'k',
      SLIPWAY_S3_SECRET: 's',
    };
    const file = path.join(folder, 'away.backup');
    expect(await outputOf('scripts/backup.ts', { SLIPWAY_DATA: dataDir, ...bucket }, file, '--plain')).toEqual({
      code: 1,
      text: 'The bucket of attached files cannot be used. Check that SLIPWAY_S3_ENDPOINT answers and that bucket and key are right.',
    });
    expect(existsSync(file)).toBe(false);
  });

  test('a busy port says which', async () => {
    const busy = net.createServer();
    await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve));
    const { port } = busy.address() as net.AddressInfo;
    await expect(
      startServer(config({ PORT: String(port), SLIPWAY_DATA: copied('busy') }), { web: false }),
    ).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await new Promise((resolve) => busy.close(resolve));
  });

  test.each([
    [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535, not "http".'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be an address that starts with postgres: or postgresql:.'],
    [
      { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' },
      'With DATABASE_URL, SLIPWAY_APP_DATABASE_URL must name the role that the application works with.',
    ],
    [
      { DATABASE_URL: 'postgres://x@127.0.0.1:1/x', SLIPWAY_APP_DATABASE_URL: 'postgres://y@127.0.0.1:1/x' },
      'The database that DATABASE_URL names cannot be reached. Check that it runs and that the address is right.',
    ],
    [{ SLIPWAY_SECRET: 'short' }, 'SLIPWAY_SECRET must have at least 32 characters.'],
  ])('%j gets one clear sentence', async (env, sentence) => {
    expect(await outputOf('scripts/migrate.ts', env)).toEqual({ code: 1, text: sentence });
  });

  test('it lives, is ready, describes its calls, and answers unknown ones as problems', async () => {
    const get = async (address: string) =>
      (await fetch(`${server.url}${address}`)).json() as Promise<Record<string, unknown>>;
    expect(await get('/api/health')).toEqual({ status: 'ok' });
    const description = (await get('/api/docs/openapi.json')) as { openapi: string; paths: object };
    expect(description.openapi).toBe('3.1.0');
    expect(Object.keys(description.paths)).toContain('/api/sca/v1/underwriting/approve/{id}/{a}/{b}');
    expect(await get('/api/sca/v1/nothing')).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    const head = await fetch(`${server.url}/api/health`, { method: 'HEAD' });
    expect(head.status).toBe(404);
  });
});

describe('stopping', () => {
  // Most of each is waiting, so they wait side by side.
  test.concurrent('a request whose body never ends is cut, not waited for', async () => {
    const other = await startServer(config({ SLIPWAY_DATA: copied('stop') }), { web: false });
    const answered = trickle(other.url);
    await fetch(`${other.url}/api/ready`);
    await other.stop();
    // Waited for, it would have been answered that it is too slow.
    expect(await answered).toBe('');
  });

  test.concurrent('with a database of its own it waits longer for what is being answered', async () => {
    const urls = { DATABASE_URL: server.ownerUrl, SLIPWAY_APP_DATABASE_URL: server.appUrl };
    const other = await startServer(config(urls), { web: false });
    const owner = new pg.Client({ connectionString: server.ownerUrl });
    await owner.connect();
    await owner.query('begin; lock table firm');
    const answered = fetch(`${other.url}/api/sca/v1/auth/installation`);
    const waiting = 'select 1 from pg_locks where relation = $1::regclass and not granted';
    while ((await owner.query(waiting, ['firm'])).rows.length === 0) await sleep(20);
    const stopped = other.stop();
    // An embedded database would need the time for its own end.
    await sleep(7_000);
    await owner.query('commit');
    expect((await answered).status).toBe(200);
    await owner.end();
    await stopped;
  });

  test.concurrent('statements and transactions that take too long are ended by the database', async () => {
    const { rows } = await server.services.pool.query(
      `select name, setting from pg_settings where name in ('statement_timeout', 'idle_in_transaction_session_timeout')`,
    );
    expect(rows.map(({ setting }) => setting)).toEqual(['60000', '60000']);
  });

  test.skipIf(process.platform === 'win32').concurrent.each(['SIGKILL', 'SIGTERM'] as const)(
    'npm that ends by %s takes the server and its database with it',
    async (signal) => {
      const dataDir = copied(`npm-${signal}`);
      const { child: npm, url } = await serving(['npm', 'start', '--', '--no-web'], { SLIPWAY_DATA: dataDir });
      expect(await findRunning(dataDir)).not.toBeNull();
      npm.kill(signal);
      // However long a busy machine takes: it is the test's own limit that ends the waiting.
      const serves = () =>
        fetch(url).then(
          () => true,
          () => false,
        );
      while ((await findRunning(dataDir)) !== null || (await serves())) await sleep(50);
    },
  );

  test
    .skipIf(process.platform === 'win32')
    .concurrent(
      'where others reach it the first sign-up needs the code that is printed; who presses Ctrl-C twice ends it cleanly',
      async ({ onTestFinished, expect: here }) => {
        const dataDir = copied('twice');
        const env = { SLIPWAY_DATA: dataDir, SLIPWAY_PUBLIC_URL: 'https://slipway.example' };
        const { child, url, says, printed } = await serving([process.execPath, 'scripts/start.ts', '--no-web'], env);
        onTestFinished(() => void child.kill());
        expect(await installationOf(url)).toEqual({ empty: true, needs_code: true });
        const needed = /its first sign-up needs the code (\d{8})\n/;
        // Beside others a test has its own.
        await here.poll(printed).toMatch(needed);
        const [, code = ''] = needed.exec(printed()) ?? [];
        const signUp = async (setupCode: string) => {
          const body = JSON.stringify({
            name: 'Amina',
            email: 'amina@slipway.test',
            password: 'oat ferry 42',
            setupCode,
          });
          const headers = { 'content-type': 'application/json' };
          return fetch(`${url}/api/sca/v1/auth/register`, { method: 'POST', headers, body });
        };
        // With the code it is the firm that is missing.
        expect([(await signUp(`${code}0`)).status, (await signUp(code)).status]).toEqual([403, 400]);
        const ended = once(child, 'exit');
        child.kill('SIGINT');
        await says(/Stopping…/);
        child.kill('SIGINT');
        expect(await ended).toEqual([0, null]);
        expect(await findRunning(dataDir)).toBeNull();
      },
    );
});
