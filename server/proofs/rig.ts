import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../app.ts';
import { findAccount } from '../features/accounts/queries.ts';
import { openSession } from '../features/accounts/sessions.ts';
import { openDatabase, openPool, type Database, type Pool } from '../platform/db/pool.ts';
import { createRenderer } from '../platform/documents/renderer.ts';
import { watchSpace } from '../platform/files/space.ts';
import { folderStore } from '../platform/files/folder-store.ts';
import type { Platform } from '../platform/http/mount.ts';
import type { SigningKeys } from '../platform/http/tokens.ts';
import type { Services } from '../services.ts';
import { cloneDatabase, type TestDatabaseServer } from '../testing/databases.ts';
import { MAIL_DOMAIN } from '../testing/test-firm.ts';
import type { TestApp, TestClock } from '../testing/testApp.ts';

/** The test application without its runner, so that a proof is the same under vitest and as a command. */
export type Rig = TestApp & {
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
const START = '2026-03-02T08:00:00.000Z';
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

type Parts = { platform: Platform; services: Services };
export type RigOptions = {
  poolSize?: number;
  /** Another application over the same parts, as a mutant needs it. */
  build?: (parts: Parts) => FastifyInstance;
  /** The pool that the application works with; the application's role unless said. */
  as?: 'app' | 'owner';
};

export function addressOf(who: string): string {
  return who.includes('@') ? who : `${who}@${MAIL_DOMAIN}`;
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

function callsOf(app: FastifyInstance, tokenOf: (who: string) => Promise<string>): TestApp['call'] {
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
  opened.defer(drop);
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
  const files = folderStore(folder);
  const space = watchSpace(files);
  const publicUrl = 'http://localhost:3000';
  const services: Services = { keys: KEYS, pool, renderer, files, space, publicUrl, setupCode: null };
  const platform: Platform = { database, pool, keys: KEYS, clock: clock.now };
  const app = options.build ? options.build({ platform, services }) : buildApp(platform, services);
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
    files,
    clock,
    services,
    platform,
    signIn: book.tokenOf,
    forget: book.forget,
    call: callsOf(app, book.tokenOf),
    close: () => all.disposeAsync(),
  };
}
