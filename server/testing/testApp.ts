import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { inject } from 'vitest';
import { buildApp } from '../app.ts';
import { openSession } from '../features/accounts/sessions.ts';
import { findAccount } from '../features/accounts/queries.ts';
import { openDatabase, openPool, type Database, type Pool } from '../platform/db/pool.ts';
import type { TrustedProxies } from '../platform/http/proxies.ts';
import type { SigningKeys } from '../platform/http/tokens.ts';
import { createRenderer } from '../platform/documents/renderer.ts';
import { folderStore } from '../platform/files/folder-store.ts';
import { watchSpace } from '../platform/files/space.ts';
import type { FileStore } from '../platform/files/store.ts';
import type { Services } from '../services.ts';
import { cloneDatabase } from './databases.ts';
import { MAIL_DOMAIN } from './test-firm.ts';

export type TestClock = { now: () => Date; set: (instant: Date | string) => void; advance: (ms: number) => void };

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

export type TestApp = {
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
};

export const START = '2026-03-02T08:00:00.000Z';
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const KEYS: SigningKeys = {
  current: 'test',
  secrets: new Map([['test', new TextEncoder().encode('t'.repeat(48))]]),
  retired: new Set(),
};

function testClock(): TestClock & { onSet: (listener: () => void) => void } {
  let now = new Date(START);
  let listener = () => {};
  const set = (instant: Date | string) => {
    now = new Date(instant);
    listener();
  };
  return {
    now: () => now,
    set,
    advance: (ms) => set(new Date(now.getTime() + ms)),
    onSet: (value) => {
      listener = value;
    },
  };
}

/** An installation that nobody has taken yet. */
async function emptyDatabase(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query(`delete from user_roles; delete from users; delete from firm; delete from branches`);
  await client.end();
}

function callWith(app: FastifyInstance, tokenOf: (who: string) => Promise<string>): TestApp['call'] {
  return async (who, address, { query = {}, body, headers = {} } = {}) => {
    const [method = 'GET', path = '/'] = address.split(' ');
    const reply = await app.inject({
      method: method as 'GET',
      url: path,
      query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
      headers: { ...(who !== null && { authorization: `Bearer ${await tokenOf(who)}` }), ...headers },
      ...(body !== undefined && { payload: body as object }),
    });
    const json = (reply.headers['content-type'] ?? '').includes('json');
    return {
      status: reply.statusCode,
      body: json && reply.body !== '' ? JSON.parse(reply.body) : reply.body,
      headers: reply.headers,
      bytes: reply.rawPayload,
    };
  };
}

/** The application on a fresh clone of the template database. Call `close()` when done. */
export async function testApp(
  options: {
    empty?: boolean;
    services?: Partial<Services>;
    poolSize?: number;
    trustProxy?: TrustedProxies;
    arrivesWithin?: number;
  } = {},
): Promise<TestApp> {
  await using opened = new AsyncDisposableStack();
  const { ownerUrl, appUrl, drop } = await cloneDatabase(inject('slipwayDatabase'));
  opened.defer(drop);
  if (options.empty) await emptyDatabase(ownerUrl);
  const pool = openPool({ url: appUrl, max: options.poolSize ?? 8 });
  opened.defer(() => pool.end());
  const ownerPool = openPool({ url: ownerUrl, max: 2 });
  opened.defer(() => ownerPool.end());
  const database = openDatabase(pool);
  const clock = testClock();
  const renderer = createRenderer({ log: { warn: () => undefined } });
  opened.defer(() => renderer.close());
  const folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-files-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const files = options.services?.files ?? folderStore(folder);
  const services = {
    files,
    space: watchSpace(files),
    keys: KEYS,
    pool,
    renderer,
    publicUrl: 'http://localhost:3000',
    setupCode: null,
    ...options.services,
  };
  const { trustProxy = false, arrivesWithin = 30_000 } = options;
  const app = buildApp({ database, pool, keys: KEYS, clock: clock.now, arrivesWithin }, services, { trustProxy });
  opened.defer(() => app.close());
  const all = opened.move();
  const tokens = new Map<string, Promise<string>>();
  clock.onSet(() => tokens.clear());
  const open = async (email: string): Promise<string> => {
    const account = await findAccount(database, email);
    if (!account) throw new Error(`No test user ${email}`);
    return (await openSession(database, { keys: KEYS, userId: account.id, now: clock.now() })).access_token;
  };
  const signIn = (who: string): Promise<string> => {
    const email = who.includes('@') ? who : `${who}@${MAIL_DOMAIN}`;
    const token = tokens.get(email) ?? open(email);
    tokens.set(email, token);
    return token;
  };
  return {
    app,
    pool,
    database,
    ownerPool,
    ownerDatabase: openDatabase(ownerPool),
    keys: KEYS,
    files: services.files,
    clock,
    signIn,
    call: callWith(app, (who) => (TOKEN.test(who) ? Promise.resolve(who) : signIn(who))),
    close: () => all.disposeAsync(),
  };
}
