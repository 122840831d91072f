import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { buildApp } from '../app.ts';
import { findAccount } from '../features/accounts/queries.ts';
import { openSession } from '../features/accounts/sessions.ts';
import { openDatabase, openPool, type Database, type Pool } from '../platform/db/pool.ts';
import { createRenderer } from '../platform/documents/renderer.ts';
import { watchSpace } from '../platform/files/space.ts';
import { folderStore } from '../platform/files/folder-store.ts';
import type { FileStore } from '../platform/files/store.ts';
import type { Platform } from '../platform/http/mount.ts';
import type { TrustedProxies } from '../platform/http/proxies.ts';
import type { SigningKeys } from '../platform/http/tokens.ts';
import type { Services } from '../services.ts';
import { cloneDatabase, type TestDatabaseServer } from './databases.ts';
import { MAIL_DOMAIN } from './test-firm.ts';

type TestClock = { now: () => Date; set: (instant: Date | string) => void; advance: (ms: number) => void };

export type TestReply = {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads whatever came back
  body: any;
  headers: Record<string, unknown>;
  bytes: Buffer;
};

export type TestCall = {
  query?: Record<string, string | number>;
  body?: unknown;
  headers?: Record<string, string>;
};

/** The application on a clone of the template, with no runner of tests: the same in a test, a proof and a command. */
export type Rig = {
  app: FastifyInstance;
  /** The application's role, bound by row-level security. */
  pool: Pool;
  database: Database;
  /** The owner, who sees everything: for arranging and for looking behind the scenes. */
  ownerPool: Pool;
  ownerDatabase: Database;
  keys: SigningKeys;
  /** Where attached files lie; gone with the application. */
  files: FileStore;
  clock: TestClock;
  /** A token for a user by address, or by the name before it: `manager.nbo`. Cached until the clock is set. */
  signIn: (email: string) => Promise<string>;
  /** Makes a call; `who` is a token, a user's name or address, or null for nobody. */
  call: (who: string | null, address: `${string} ${string}`, input?: TestCall) => Promise<TestReply>;
  close: () => Promise<void>;
  services: Services;
  platform: Platform;
  ownerUrl: string;
  /** Forgets a user's token: the next call opens another session. */
  forget: (who: string) => void;
};

export const SECRET = 'p'.repeat(48);
export const KEYS: SigningKeys = {
  current: 'env',
  secrets: new Map([['env', new TextEncoder().encode(SECRET)]]),
  retired: new Set(),
};
export const START = '2026-03-02T08:00:00.000Z';
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

type Parts = { platform: Platform; services: Services };
export type RigOptions = {
  /** An installation that nobody has taken yet. */
  empty?: boolean;
  /** Its database stays when it closes, as a template for others. */
  keep?: boolean;
  /** Services in place of those that it makes itself. */
  services?: Partial<Services>;
  poolSize?: number;
  trustProxy?: TrustedProxies;
  /** Milliseconds in which JSON must arrive. */
  arrivesWithin?: number;
  /** Another application over the same parts, as a mutant needs it. */
  build?: (parts: Parts) => FastifyInstance;
  /** The pool that the application works with; the application's role unless said. */
  as?: 'app' | 'owner';
};

export function addressOf(who: string): string {
  return who.includes('@') ? who : `${who}@${MAIL_DOMAIN}`;
}

async function emptyDatabase(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query(`delete from user_roles; delete from users; delete from firm; delete from branches`);
  await client.end();
}

/** Opens sessions and keeps their tokens. */
export function tokenBook(database: Database, clock: () => Date) {
  const tokens = new Map<string, Promise<string>>();
  const open = async (email: string): Promise<string> => {
    const account = await findAccount(database, email);
    if (!account) throw new Error(`No test user ${email}`);
    return (await openSession(database, { keys: KEYS, userId: account.id, now: clock() })).access_token;
  };
  return {
    tokenOf: (who: string): Promise<string> => {
      if (TOKEN.test(who)) return Promise.resolve(who);
      const email = addressOf(who);
      const token = tokens.get(email) ?? open(email);
      tokens.set(email, token);
      return token;
    },
    fresh: (who: string) => open(addressOf(who)),
    forget: (who: string) => void tokens.delete(addressOf(who)),
    clear: () => tokens.clear(),
  };
}

function callsOf(app: FastifyInstance, tokenOf: (who: string) => Promise<string>): Rig['call'] {
  return async (who, address, { query = {}, body, headers = {} } = {}) => {
    const [method = 'GET', path = '/'] = address.split(' ');
    const reply = await app.inject({
      method: method as 'GET',
      url: path,
      query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
      headers: { ...(who !== null && { authorization: `Bearer ${await tokenOf(who)}` }), ...headers },
      ...(body !== undefined && { payload: body as object }),
    });
    const json = (reply.headers['content-type'] ?? '').includes('json') && reply.body !== '';
    return {
      status: reply.statusCode,
      body: json ? JSON.parse(reply.body) : reply.body,
      headers: reply.headers,
      bytes: reply.rawPayload,
    };
  };
}

function clockOf(changed: () => void): TestClock {
  let now = new Date(START);
  const set = (instant: Date | string) => {
    now = new Date(instant);
    changed();
  };
  return { now: () => now, set, advance: (ms) => set(new Date(now.getTime() + ms)) };
}

/** The application on a fresh clone of the template. */
export async function openRig(server: TestDatabaseServer, options: RigOptions = {}): Promise<Rig> {
  await using opened = new AsyncDisposableStack();
  const { ownerUrl, appUrl, drop } = await cloneDatabase(server);
  if (!options.keep) opened.defer(drop);
  if (options.empty) await emptyDatabase(ownerUrl);
  const pool: Pool = openPool({ url: options.as === 'owner' ? ownerUrl : appUrl, max: options.poolSize ?? 8 });
  opened.defer(() => pool.end());
  const ownerPool = openPool({ url: ownerUrl, max: 3 });
  opened.defer(() => ownerPool.end());
  const database = openDatabase(pool);
  const clock = clockOf(() => book.clear());
  const book = tokenBook(database, clock.now);
  const renderer = createRenderer({ log: { warn: () => undefined } });
  opened.defer(() => renderer.close());
  const folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-files-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const files = options.services?.files ?? folderStore(folder);
  const services: Services = {
    files,
    space: watchSpace(files),
    keys: KEYS,
    pool,
    renderer,
    publicUrl: 'http://localhost:3000',
    setupCode: null,
    // Who reads a stream to its end here does not wait for minutes.
    watchesFor: 50,
    ...options.services,
  };
  const { trustProxy = false, arrivesWithin = 30_000, build } = options;
  const platform: Platform = { database, pool, keys: KEYS, clock: clock.now, arrivesWithin };
  const app = build ? build({ platform, services }) : buildApp(platform, services, { trustProxy });
  opened.defer(() => app.close());
  const all = opened.move();
  return {
    app,
    pool,
    database,
    ownerPool,
    ownerDatabase: openDatabase(ownerPool),
    ownerUrl,
    keys: KEYS,
    files: services.files,
    clock,
    services,
    platform,
    signIn: book.tokenOf,
    forget: book.forget,
    call: callsOf(app, book.tokenOf),
    close: () => all.disposeAsync(),
  };
}
