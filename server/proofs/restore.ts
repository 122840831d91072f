import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { auditInvariants } from '../features/ledger/audit/invariants.ts';
import { sealAudit } from '../platform/audit/sealer.ts';
import { backup, hashTable } from '../platform/backup/backup.ts';
import { inspectBackup, restore } from '../platform/backup/restore.ts';
import type { TableHash } from '../platform/backup/manifest.ts';
import { readTables, PLAIN_TEXT } from '../platform/backup/tables.ts';
import { openPool } from '../platform/db/pool.ts';
import { folderStore } from '../platform/files/folder-store.ts';
import type { FileStore } from '../platform/files/store.ts';
import { databaseUrl, onServer } from '../testing/databases.ts';
import { openSite, type Site } from './crash/site.ts';
import { startWriters, type Writers } from './crash/writers.ts';
import { chanceOf, tally, type Chance, type Proof, type ProofRun, type Tally } from './proof.ts';

const CLIENTS = 16;
const KEY = 'a key that only this proof knows';
const SIZES = [1, 1_000, 1_048_576, 1_500_001];
/** Places at which a backup is cut and altered. */
const PLACES = { short: 25, full: 500 };

type Scene = {
  run: ProofRun;
  site: Site;
  writers: Writers;
  store: FileStore;
  folder: string;
  chance: Chance;
  counted: Tally;
};

/** A new, empty database next to the running one, for as long as the work lasts. */
async function withEmptyDatabase(site: Site, work: (ownerUrl: string) => Promise<void>): Promise<void> {
  const name = `restored_${randomBytes(4).toString('hex')}`;
  await onServer(site.ownerUrl, `create database ${name}`);
  try {
    await work(databaseUrl(site.ownerUrl, name));
  } finally {
    await onServer(site.ownerUrl, `drop database if exists ${name}`);
  }
}

async function hashesOf(ownerUrl: string): Promise<TableHash[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(PLAIN_TEXT);
    const hashes: TableHash[] = [];
    for (const table of await readTables(client)) hashes.push(await hashTable(client, table));
    return hashes;
  } finally {
    await client.end();
  }
}

async function keysOf(store: FileStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list()) keys.push(key);
  return keys.toSorted();
}

/** The restored books are sound, and hold every write that was acknowledged before the backup began. */
async function audited(ownerUrl: string, writes: Writers['writes']): Promise<string[]> {
  const pool = openPool({ url: ownerUrl, max: 2 });
  try {
    while (await sealAudit(pool)) continue;
    const findings = await auditInvariants(pool, { clientLog: { writes, after: {} } });
    return findings.filter((finding) => !finding.ok).map(({ id, detail }) => `${id}: ${detail}`);
  } finally {
    await pool.end();
  }
}

/** Backs up while clients write; restores into a new database, and compares, while they pause, so that a slow machine has no more to do. */
async function roundTrip({ site, writers, store, folder, counted }: Scene, round: number) {
  const file = path.join(folder, `round-${round}.backup`);
  writers.goOn();
  await sleep(500);
  const acknowledged = [...writers.writes];
  const { tables } = await backup({ ownerUrl: site.ownerUrl, file, key: KEY, files: store });
  const during = writers.writes.length - acknowledged.length;
  writers.pause();
  const restoredFiles = folderStore(path.join(folder, `files-${round}`));
  await withEmptyDatabase(site, async (ownerUrl) => {
    await restore({ ownerUrl, file, key: KEY, files: restoredFiles });
    const restored = await hashesOf(ownerUrl);
    const differing = restored.filter((table, place) => JSON.stringify(table) !== JSON.stringify(tables[place]));
    counted.check(
      differing.length === 0 && restored.length === tables.length,
      () => `round ${round}: not what it was: ${differing.map(({ table }) => table).join(', ')}`,
    );
    const faults = await audited(ownerUrl, acknowledged);
    counted.check(faults.length === 0, () => `round ${round}: ${faults.join('; ')}`);
    const again = await restore({ ownerUrl, file, key: KEY, files: null }).catch((error: Error) => error.message);
    counted.check(String(again).includes('not empty'), `round ${round}: it was restored over what was there`);
  });
  const keys = await keysOf(restoredFiles);
  counted.check(keys.join() === (await keysOf(store)).join(), `round ${round}: a file is missing`);
  return { file, during };
}

const refused = (file: string, key: string | null) =>
  inspectBackup(file, key).then(
    () => '',
    (error: Error & { code?: string }) => (error.code === 'BACKUP_REFUSED' ? error.message : ''),
  );

/** What is cut, altered, foreign or opened with another key is refused with its sentence. */
async function damage({ run, chance, counted, folder }: Scene, file: string): Promise<void> {
  const whole = await readFile(file);
  const copy = path.join(folder, 'damaged.backup');
  for (let place = 0; place < (run.short ? PLACES.short : PLACES.full); place += 1) {
    const at = place < 3 ? whole.length - 1 - place : chance.below(whole.length);
    await writeFile(copy, whole);
    await truncate(copy, at);
    counted.check((await refused(copy, KEY)) !== '', `cut after ${at} of ${whole.length} bytes, and accepted`);
    const altered = Buffer.from(whole);
    altered.writeUInt8((altered.readUInt8(at) + 1 + chance.below(255)) % 256, at);
    await writeFile(copy, altered);
    counted.check((await refused(copy, KEY)) !== '', `altered at byte ${at}, and accepted`);
  }
  await writeFile(copy, Buffer.concat([whole, Buffer.alloc(1)]));
  counted.check((await refused(copy, KEY)) !== '', 'longer than it was, and accepted');
  await writeFile(copy, randomBytes(whole.length));
  counted.check((await refused(copy, KEY)).includes('no backup'), 'foreign, and accepted');
  counted.check((await refused(file, `${KEY}!`)).includes('key'), 'another key opened it');
  counted.check((await refused(file, null)).includes('encrypted'), 'it was read without a key');
}

/** Until no row of the trail waits for its link: the server seals as well, and what it is sealing is not there yet. */
async function sealed({ ownerPool }: Site): Promise<void> {
  const waiting = async () => (await ownerPool.query('select 1 from unsealed_audit(1)')).rows.length > 0;
  while (await waiting()) await sealAudit(ownerPool);
}

/** With nobody writing, what was backed up is what is still there. */
async function atRest({ site, store, folder, counted }: Scene): Promise<void> {
  await sealed(site);
  const file = path.join(folder, 'rest.backup');
  const { tables } = await backup({ ownerUrl: site.ownerUrl, file, key: null, files: store });
  const was = new Map(tables.map((table) => [table.table, JSON.stringify(table)]));
  const differing = (await hashesOf(site.ownerUrl)).filter((table) => was.get(table.table) !== JSON.stringify(table));
  const names = differing.map(({ table }) => table).join(', ');
  counted.check(names === '' && was.size > 0, `not backed up as it is: ${names}`);
}

/** A running firm, backed up while it is written to, is the same firm in another database. */
export const proveRestore: Proof = async (run: ProofRun) => {
  const counted = tally();
  const site = await openSite();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-restore-'));
  try {
    const store = folderStore(path.join(folder, 'files'));
    for (const size of SIZES) {
      const bytes = randomBytes(size);
      await store.put(createHash('sha256').update(bytes).digest('hex'), bytes);
    }
    const writers = await startWriters(site, { clients: CLIENTS, prefix: `restore-${run.seed}` });
    const scene: Scene = { run, site, writers, store, folder, chance: chanceOf(run.seed), counted };
    const rounds: Awaited<ReturnType<typeof roundTrip>>[] = [];
    for (let round = 1; round <= run.rounds; round += 1) rounds.push(await roundTrip(scene, round));
    await writers.stop();
    for (const fault of new Set(writers.faults)) counted.check(false, fault);
    const last = rounds.at(-1)?.file ?? '';
    await damage(scene, last);
    await atRest(scene);
    const { size } = await stat(last);
    const during = rounds.reduce((writes, round) => writes + round.during, 0);
    run.log(
      `${writers.writes.length} writes acknowledged, ${during} during backups; the last backup has ${size} bytes`,
    );
    return counted.result();
  } finally {
    await site.close();
    await rm(folder, { recursive: true, force: true });
  }
};
