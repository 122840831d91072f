import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { startEmbeddedPostgres } from './start.ts';
import type { EmbeddedPostgres } from './start.ts';

export const root = process.getuid?.() === 0;
const startUrl = new URL('./start.ts', import.meta.url).href;
export const log = (): void => undefined;

export type Ground = {
  base: string;
  /** A path where nothing is yet. */
  emptyDir: () => string;
  /** A data directory with a stopped cluster, copied from one: initdb is most of a cold start. */
  seeded: () => string;
  /** A server that is stopped after the test. */
  started: (dataDir: string, onState?: (state: string) => void) => Promise<EmbeddedPostgres>;
  stopAll: () => Promise<void>;
  remove: () => void;
};

export async function prepareGround(): Promise<Ground> {
  using made = new DisposableStack();
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-ep-')));
  made.defer(() => fs.rmSync(base, { recursive: true, force: true }));
  if (root) fs.chmodSync(base, 0o711);
  const seedDir = path.join(base, 'seed');
  await (await startEmbeddedPostgres({ dataDir: seedDir, log })).stop();
  const open: EmbeddedPostgres[] = [];
  let count = 0;
  const emptyDir = (): string => path.join(base, `data-${++count}`);
  const all = made.move();
  return {
    base,
    emptyDir,
    seeded: () => copyOwned(seedDir, emptyDir()),
    started: async (dataDir, onState) => {
      const server = await startEmbeddedPostgres({ dataDir, log, ...(onState ? { onState } : {}) });
      open.push(server);
      return server;
    },
    stopAll: async () => {
      for (const server of open.splice(0)) await server.stop();
    },
    remove: () => all.dispose(),
  };
}

/** `cp -a`, which Node's own copy is not: it does not keep the owner. */
export function copyOwned(from: string, to: string): string {
  const { mode, uid, gid } = fs.statSync(from);
  fs.mkdirSync(to);
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) copyOwned(source, target);
    if (!entry.isFile()) continue;
    fs.copyFileSync(source, target);
    const file = fs.statSync(source);
    if (root) fs.chownSync(target, file.uid, file.gid);
  }
  if (root) fs.chownSync(to, uid, gid);
  fs.chmodSync(to, mode & 0o777);
  return to;
}

export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

export async function eventually<T>(attempt: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + 120_000; ; await sleep(20)) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}

type Reply = { pid?: number; adopted?: boolean; code?: string; message?: string };

/** Another process that starts the database and keeps it until it is killed. */
export async function otherProcess(dataDir: string, uid?: number): Promise<{ child: ChildProcess; reply: Reply }> {
  const code = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(startUrl)});
    try {
      const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: () => undefined });
      process.on('SIGTERM', () => server.stop().then(() => process.exit()));
      console.log(JSON.stringify({ pid: server.pid, adopted: server.adopted }));
    } catch (error) {
      console.log(JSON.stringify({ code: error.code, message: error.message }));
    }`;
  const identity = uid === undefined ? {} : { uid, gid: uid };
  const options = { ...identity, cwd: '/', stdio: ['pipe', 'pipe', 'inherit'] as const };
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { ...options, stdio: [...options.stdio] });
  const reply = await new Promise<string>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').once('data', resolve);
    child.once('exit', (status) => reject(new Error(`ended with ${status} before it said anything`)));
  });
  return { child, reply: JSON.parse(reply) as Reply };
}

export const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });

export async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await ended(child);
}
