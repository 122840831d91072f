/**
 * npm run restore -- FILE: brings a backup into a new, empty database, audits it and migrates it to this version.
 * npm run restore -- --base DIR [--to INSTANT]: the same for a base backup and the archived WAL after it.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { migrateDatabase, startDatabase } from '../server/database.ts';
import { auditInvariants, type Finding, SUBJECTS } from '../server/features/ledger/audit/invariants.ts';
import { sealAudit } from '../server/platform/audit/sealer.ts';
import { restore } from '../server/platform/backup/restore.ts';
import { openPool } from '../server/platform/db/pool.ts';
import { restoreBase } from '../server/platform/embedded-postgres/restore-base.ts';
import { openStore } from '../server/platform/files/open-store.ts';
import { configOrFail, fail } from './lib/serve.ts';

/** Audits the restored books, after sealing what the last second before the backup left unsealed. */
async function audit(ownerUrl: string): Promise<void> {
  const pool = openPool({ url: ownerUrl, max: 2 });
  try {
    while (await sealAudit(pool)) continue;
    console.log('The auditor reads the books:');
    const onFinding = ({ id, detail }: Finding) => console.log(`  ${id}, ${SUBJECTS[id]}: ${detail}`);
    const broken = (await auditInvariants(pool, { onFinding })).filter((finding) => !finding.ok);
    if (broken.length > 0)
      throw new Error(
        `The restored books are not sound: ${broken.map(({ id, detail }) => `${id} ${detail}`).join('; ')}`,
      );
  } finally {
    await pool.end();
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { base: { type: 'string' }, to: { type: 'string' } },
});
const [file] = positionals;
const config = configOrFail();

/** Brings what was restored to this version, and looks at it. */
async function look(database: { ownerUrl: string; appUrl: string }): Promise<void> {
  await migrateDatabase(config, database, { log: console.log });
  await audit(database.ownerUrl);
}

async function fromFile(): Promise<void> {
  if (!file || positionals.length > 1 || values.to !== undefined)
    throw new Error('usage: npm run restore -- FILE, or npm run restore -- --base DIR [--to INSTANT]');
  const database = await startDatabase(config, { log: () => undefined, onFailed: (error) => fail(error, config) });
  try {
    const { head, end } = await restore({
      ownerUrl: database.ownerUrl,
      file: path.resolve(file),
      key: config.backupKey,
      files: openStore(config.files),
    });
    const rows = end.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`Restored as of ${head.made_at}: ${end.tables.length} tables, ${rows} rows, ${end.files.count} files.`);
    for (const key of end.damaged)
      console.error(`The file ${key} was damaged when the backup was made: it is left out.`);
    await look(database);
    console.log('Every table is what it was, and the auditor finds the books sound.');
  } finally {
    await database.stop();
  }
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

function instantOf(text: string): Date {
  const at = new Date(text);
  if (!INSTANT.test(text) || Number.isNaN(at.getTime()))
    throw new Error(
      `"${text}" is no instant: write it with its zone, as 2026-11-22T10:15:00Z or 2026-11-22T13:15:00+03:00.`,
    );
  return at;
}

async function fromBase(base: string): Promise<void> {
  if (config.databaseUrl !== null || config.walArchive === null)
    throw new Error('A base backup is restored as an embedded database: unset DATABASE_URL, set SLIPWAY_WAL_ARCHIVE.');
  const to = values.to === undefined ? null : instantOf(values.to);
  const { dataDir, walArchive: archive } = config;
  const database = await restoreBase({ base: path.resolve(base), dataDir, archive, to, log: () => undefined });
  try {
    await look(database);
    console.log(`Restored as of ${to?.toISOString() ?? 'the end of the archive'}; the auditor finds the books sound.`);
  } finally {
    await database.stop();
  }
}

try {
  await (values.base === undefined ? fromFile() : fromBase(values.base));
} catch (error) {
  fail(error, config);
}
