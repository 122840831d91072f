import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { underWriters, type Scene } from './crash.ts';
import { httpClient, type Got } from './http-client.ts';
import type { Proof } from './proof.ts';

const SIZE = '512m';
const PATIENCE = 180_000;
const FULL_FOR = 3_000;

/** A file system of its own that is soon full; null where this account may not make one. */
function smallFileSystem(): { folder: string; remove: () => void } | null {
  if (process.platform !== 'linux') return null;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-small-'));
  const remove = () => fs.rmSync(folder, { recursive: true, force: true });
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=0755`, 'slipway', folder]);
  if (status !== 0) {
    remove();
    return null;
  }
  return {
    folder,
    remove: () => {
      spawnSync('umount', [folder]);
      remove();
    },
  };
}

/** Takes all the room that is left; gives how it is given back. */
function fill(folder: string): () => void {
  const file = path.join(folder, 'ballast');
  const handle = fs.openSync(file, 'w');
  for (let size = 1_048_576; size >= 4_096; size /= 2) {
    const block = Buffer.alloc(size, 1);
    try {
      while (fs.writeSync(handle, block) === size);
    } catch {
      // No room for a block of this size: a smaller one may fit.
    }
  }
  fs.closeSync(handle);
  return () => fs.rmSync(file, { force: true });
}

type Seen = { reads: number; unavailable: number; notReady: number; wrong: Set<string> };

/** Reads and asks whether it is ready while the disk is full, until both refused and the time is over. */
async function whileFull({ site }: Scene, folder: string): Promise<Seen> {
  const client = httpClient(site.url, 1);
  const token = await site.tokenOf('underwriter.nbo');
  const seen: Seen = { reads: 0, unavailable: 0, notReady: 0, wrong: new Set() };
  const note = (what: string, got: Got) => {
    if (got.status === 503 && got.retryAfter !== undefined) seen.unavailable += 1;
    else if (got.status !== 200) seen.wrong.add(`${what}: ${got.status} ${JSON.stringify(got.body)}`);
  };
  const began = performance.now();
  while (performance.now() - began < PATIENCE && (performance.now() - began < FULL_FOR || seen.notReady === 0)) {
    // What the database gives up while it is full is taken as well.
    fill(folder);
    const read = await client.call({ method: 'GET', path: '/api/sca/v1/underwriting/items?length=1', token });
    note('reading', read);
    if (read.status === 200) seen.reads += 1;
    const ready = await client.call({ method: 'GET', path: '/api/ready' });
    note('ready', ready);
    if (ready.status === 503) seen.notReady += 1;
    await sleep(20);
  }
  client.close();
  return seen;
}

async function serving({ site }: Scene): Promise<boolean> {
  const client = httpClient(site.url, 1);
  const deadline = performance.now() + PATIENCE;
  let ready = false;
  while (!ready && performance.now() < deadline) {
    const got = await client.call({ method: 'GET', path: '/api/ready' }).catch(() => null);
    ready = got?.status === 200;
    await sleep(50);
  }
  client.close();
  return ready;
}

/** The disk fills up under writing clients and is emptied again: 503 meanwhile, nothing lost, and it recovers by itself. */
export const proveDiskFull: Proof = async (run) => {
  const small = smallFileSystem();
  if (small === null)
    return { passed: 0, failures: [], skipped: 'This account may not make a small file system: run it as root.' };
  try {
    return await underWriters(
      run,
      async (scene) => {
        const { writers, counted } = scene;
        const all = { reads: 0, unavailable: 0, notReady: 0 };
        for (let round = 1; round <= run.rounds; round += 1) {
          const empty = fill(small.folder);
          const seen = await whileFull(scene, small.folder);
          empty();
          for (const wrong of seen.wrong) counted.check(false, `round ${round}: ${wrong}`);
          counted.check(seen.notReady > 0, `round ${round}: it called itself ready on a full disk`);
          counted.check(await serving(scene), `round ${round}: it did not recover`);
          const before = writers.writes.length;
          const deadline = performance.now() + PATIENCE;
          while (writers.writes.length === before && performance.now() < deadline) await sleep(20);
          counted.check(writers.writes.length > before, `round ${round}: nothing was written any more`);
          all.reads += seen.reads;
          all.unavailable += seen.unavailable;
          all.notReady += seen.notReady;
        }
        run.log(
          `disk filled ${run.rounds} times; meanwhile ${all.reads} reads answered, ${all.unavailable} answers of 503, ${all.notReady} times not ready`,
        );
      },
      { folder: small.folder },
    );
  } finally {
    small.remove();
  }
};
