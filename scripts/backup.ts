/** npm run backup -- FILE [--plain]: the whole database and every attached file, from the running system. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { reachDatabase } from '../server/database.ts';
import { backup } from '../server/platform/backup/backup.ts';
import { openStore } from '../server/platform/files/open-store.ts';
import { configOrFail, fail } from './lib/serve.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { plain: { type: 'boolean', default: false } },
});
const [file] = positionals;
const config = configOrFail();
try {
  if (!file || positionals.length > 1) throw new Error('usage: npm run backup -- FILE [--plain]');
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
} catch (error) {
  fail(error, config);
}
