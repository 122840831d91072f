import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { giveTo, type Account } from './account.ts';
import { prepareBinaries } from './binaries.ts';
import { recovering } from './archive.ts';
import { failure } from './failure.ts';
import { missingDirectories, removeEmpty, removeTree, writeDurably } from './files.ts';
import { openHome, type Home } from './home.ts';
import { checkMajorVersion, placeCluster } from './initdb.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './start.ts';
import { unpack } from './tar.ts';

type Restoring = {
  /** A folder that `takeBase` made. */
  base: string;
  /** A data directory without a database. */
  dataDir: string;
  archive: string;
  /** The instant up to which it is replayed; null for all that was archived. */
  to: Date | null;
  log: (message: string) => void;
};

const MANIFEST = z.object({
  Files: z.array(z.object({ Path: z.string(), Size: z.int(), Checksum: z.string() })),
  'Manifest-Checksum': z.string(),
});
const SEAL = /"Manifest-Checksum": "([0-9a-f]{64})"\}\n$/;

const refused = (base: string, why: string) => failure('BASE_REFUSED', `${base} ${why}: take another base backup.`);

/** What the base should hold: each file with its digest, under a digest of its own. */
async function manifestOf(base: string): Promise<Map<string, string>> {
  const text = await partOf(base, 'backup_manifest');
  const seal = SEAL.exec(text);
  const sealed = text.slice(0, seal?.index);
  if (!seal || createHash('sha256').update(sealed).digest('hex') !== seal[1])
    throw refused(base, 'holds no whole base backup');
  const { Files } = z.parse(MANIFEST, JSON.parse(text));
  return new Map(Files.map((file) => [file.Path, file.Checksum]));
}

/** Lays the files of a base into an empty cluster; each is what the server sent. WAL has its own checksums. */
async function lay(base: string, cluster: string, account: Account | undefined): Promise<void> {
  const manifest = await manifestOf(base);
  const unpacked = await unpack(path.join(base, 'base.tar'), cluster);
  const digests = new Map(unpacked.map(({ name, sha256 }) => [name, sha256]));
  for (const [name, digest] of manifest) if (digests.get(name) !== digest) throw refused(base, `is damaged at ${name}`);
  writeDurably(path.join(cluster, 'recovery.signal'), '');
  const all = fs.readdirSync(cluster, { recursive: true, encoding: 'utf8' });
  for (const name of ['', ...all]) giveTo(path.join(cluster, name), account);
}

function assertEmpty({ dir, dataDir }: Home): void {
  if (fs.existsSync(dir))
    throw failure('DATA_DIRECTORY_IN_USE', `${dataDir} has a database already: name a new one with SLIPWAY_DATA.`);
}

/** A file of the base beside its archive. */
const partOf = (base: string, name: string): Promise<string> =>
  readFile(path.join(base, name), 'utf8').catch(() => {
    throw refused(base, 'holds no whole base backup');
  });

/** PostgreSQL would go to the end of the base and say nothing. */
async function assertAfter(base: string, to: Date | null): Promise<void> {
  const ended = await partOf(base, 'ended-at');
  if (to && !(new Date(ended) < to))
    throw failure(
      'BASE_REFUSED',
      `${base} was taken until ${ended}: name a base that is older than ${to.toISOString()}.`,
    );
}

const RECOVERY_LIMIT = 24 * 3_600_000;

async function restoreInto({ base, dataDir, archive, to, log }: Restoring): Promise<EmbeddedPostgres> {
  const home = openHome(dataDir, log);
  assertEmpty(home);
  await assertAfter(base, to);
  const secret = await partOf(base, 'db-secret');
  const placed = await placeCluster(home, async (temporary) => {
    writeDurably(path.join(temporary, 'db-secret'), secret);
    const cluster = path.join(temporary, 'cluster');
    fs.mkdirSync(cluster, { mode: 0o700 });
    await lay(base, cluster, home.account);
  });
  if (!placed) assertEmpty(home);
  try {
    checkMajorVersion(home, prepareBinaries({ dataDir: home.dataDir, account: home.account }));
    const settings = recovering(home, archive, to);
    return await startEmbeddedPostgres({ dataDir, log, settings, startLimit: RECOVERY_LIMIT });
  } catch (error) {
    removeTree(home.dir);
    if (home.pointerFile !== undefined) removeTree(home.pointerFile);
    throw error;
  }
}

/**
 * Makes the database of an instant from a base and the WAL that was archived after it, in a new data directory, and
 * starts it. What fails (a damaged base, an instant before it or after the archive's end) leaves nothing there, no
 * directory either.
 */
export async function restoreBase(restoring: Restoring): Promise<EmbeddedPostgres> {
  const made = missingDirectories(path.resolve(restoring.dataDir));
  try {
    return await restoreInto(restoring);
  } catch (error) {
    removeEmpty(made);
    throw error;
  }
}
