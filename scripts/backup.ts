/**
 * npm run backup -- FILE [--plain]: the whole database and every attached file, from the running system.
 * npm run backup -- --base DIR --plain: the files of the embedded database, from which an archive of WAL goes on.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { reachDatabase } from '../server/database.ts';
import { backup } from '../server/platform/backup/backup.ts';
import { takeBase } from '../server/platform/embedded-postgres/base-backup.ts';
import { openStore } from '../server/platform/files/open-store.ts';
import { configOrFail, fail } from './lib/serve.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { plain: { type: 'boolean', default: false }, base: { type: 'string' } },
});
const [file] = positionals;
const config = configOrFail();

async function toFile(): Promise<void> {
  if (!file || positionals.length > 1)
    throw new Error('usage: npm run backup -- FILE [--plain], or npm run backup -- --base DIR --plain');
  if (!values.plain && config.backupKey === null)
    throw new Error(
      'A backup holds signing keys and personal data: set SLIPWAY_BACKUP_KEY to encrypt it, or say --plain.',
    );
  const database = await reachDatabase(config, { log: () => undefined, onFailed: (error) => fail(error, config) });
  try {
    const { tables, files, damaged } = await backup({
      ownerUrl: database.ownerUrl,
      file: path.resolve(file),
      key: values.plain ? null : config.backupKey,
      files: openStore(config.files),
    });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`${file}: ${tables.length} tables, ${rows} rows, ${files.count} files of ${files.bytes} bytes.`);
    for (const key of damaged) console.error(`The stored file ${key} is not what it was when it was uploaded.`);
  } finally {
    await database.stop();
  }
}

async function toBase(folder: string): Promise<void> {
  if (config.databaseUrl !== null)
    throw new Error('A base backup is of the embedded database: with DATABASE_URL, use the tools of that server.');
  if (!values.plain)
    throw new Error('A base backup holds signing keys and personal data and is not encrypted: say --plain to take it.');
  if (config.walArchive === null)
    throw new Error('A base backup needs the WAL after it: set SLIPWAY_WAL_ARCHIVE, as the server has it.');
  const { bytes } = await takeBase(config.dataDir, path.resolve(folder));
  console.log(`${folder}: ${bytes} bytes; with the archive in ${config.walArchive}, every later instant.`);
}

try {
  await (values.base === undefined ? toFile() : toBase(values.base));
} catch (error) {
  fail(error, config);
}
