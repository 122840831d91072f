import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { cloneDatabase, makeTables, openTestDatabases } from '../server/testing/databases.ts';
import { schemaSql } from './lib/schema-sql.ts';

// Writes server/platform/db/types.ts and schema.sql from the migrations; with --verify it only says whether they are up
// to date.
const ROOT = path.resolve(import.meta.dirname, '..');
const TYPES = {
  int8: 'bigint',
  date: 'string',
  timestamptz: 'Date',
  json: 'unknown',
  jsonb: 'unknown',
  bytea: 'Buffer',
};

await using started = new AsyncDisposableStack();
const { ownerUrl, drop } = await cloneDatabase(started.use(await openTestDatabases(makeTables)));
started.defer(drop);
const options = {
  dialect: 'postgres',
  'default-schema': 'public',
  'include-pattern': 'public.*',
  url: ownerUrl,
  'type-mapping': JSON.stringify(TYPES),
  'out-file': path.join(ROOT, 'server/platform/db/types.ts'),
};
const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
const verify = process.argv.includes('--verify');
if (verify) args.push('--verify');
const bin = path.join(ROOT, 'node_modules/kysely-codegen/dist/cli/bin.js');
const { status } = spawnSync(process.execPath, [bin, ...args], { stdio: 'inherit' });
const client = new pg.Client({ connectionString: ownerUrl });
started.defer(() => client.end());
await client.connect();
const schema = await schemaSql(client);
const file = path.join(ROOT, 'server/platform/db/schema.sql');
const stale = verify && readFileSync(file, 'utf8') !== schema;
if (stale) console.error('schema.sql is not what the migrations make. Run npm run types.');
if (!verify) writeFileSync(file, schema);
process.exitCode = stale ? 1 : (status ?? 1);
