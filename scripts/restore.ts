/** npm run restore -- FILE: brings a backup into a new, empty database, audits it and migrates it to this version. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { migrateDatabase, startDatabase } from '../server/database.ts';
import { auditInvariants } from '../server/features/ledger/audit/invariants.ts';
import { sealAudit } from '../server/platform/audit/sealer.ts';
import { restore } from '../server/platform/backup/restore.ts';
import { openPool } from '../server/platform/db/pool.ts';
import { openStore } from '../server/platform/files/open-store.ts';
import { configOrFail, fail } from './lib/serve.ts';

/** Audits the restored books, after sealing what the last second before the backup left unsealed. */
async function audit(ownerUrl: string): Promise<void> {
  const pool = openPool({ url: ownerUrl, max: 2 });
  try {
    while (await sealAudit(pool)) continue;
    const broken = (await auditInvariants(pool)).filter((finding) => !finding.ok);
    if (broken.length > 0)
      throw new Error(
        `The restored books are not sound: ${broken.map(({ id, detail }) => `${id} ${detail}`).join('; ')}`,
      );
  } finally {
    await pool.end();
  }
}

const { positionals } = parseArgs({ allowPositionals: true });
const [file] = positionals;
const config = configOrFail();
try {
  if (!file || positionals.length > 1) throw new Error('usage: npm run restore -- FILE');
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
    await migrateDatabase(config, database, { log: console.log });
    await audit(database.ownerUrl);
    console.log('Every table is what it was, and the auditor finds the books sound.');
  } finally {
    await database.stop();
  }
} catch (error) {
  fail(error, config);
}
