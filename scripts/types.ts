import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { roleOf } from '../server/database.ts';
import { migrate } from '../server/platform/db/migrate.ts';
import { startTestPostgres } from '../server/platform/embedded-postgres/test-server.ts';

// Writes server/platform/db/types.ts from the migrations; with --verify it only says whether the file is up to date.
const ROOT = path.resolve(import.meta.dirname, '..');
const TYPES = {
  int8: 'bigint',
  date: 'string',
  timestamptz: 'Date',
  json: 'unknown',
  jsonb: 'unknown',
  bytea: 'Buffer',
};

const server = await startTestPostgres();
await migrate({ ownerUrl: server.ownerUrl, appRole: roleOf(server.appUrl), relaxed: true, log: () => undefined });
const options = {
  dialect: 'postgres',
  'default-schema': 'public',
  'include-pattern': 'public.*',
  url: server.ownerUrl,
  'type-mapping': JSON.stringify(TYPES),
  'out-file': path.join(ROOT, 'server/platform/db/types.ts'),
};
const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
if (process.argv.includes('--verify')) args.push('--verify');
const bin = path.join(ROOT, 'node_modules/kysely-codegen/dist/cli/bin.js');
const { status } = spawnSync(process.execPath, [bin, ...args], { stdio: 'inherit' });
await server.stop();
process.exit(status ?? 1);
