import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrate } from '../platform/db/migrate.ts';
import { openDatabase, openPool } from '../platform/db/pool.ts';
import { FAST, startTestPostgres } from '../platform/embedded-postgres/test-server.ts';
import { installedPostgres, startInstalledPostgres } from './installed-postgres.ts';
import { loadTestFirm } from './test-firm.ts';

/** Addresses of one PostgreSQL and the template to clone in it: change the path to reach one of its databases. */
export type TestDatabaseServer = { ownerUrl: string; appUrl: string; template: string };

/** Where the runner of all shares says which server they share. */
export const SHARED_SERVER = 'SLIPWAY_TEST_SERVER';

const APP_ROLE = 'slipway_app';

export function databaseUrl(url: string, database: string): string {
  return url.replace(/\/[^/?]*(\?.*)?$/, `/${database}$1`);
}

export async function onServer(ownerUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** A clone of the server's template, or of another database; `drop` it once its connections have ended. */
export async function cloneDatabase(server: TestDatabaseServer, from = server.template) {
  const name = `${server.template}_${randomBytes(6).toString('hex')}`;
  // Copied as files: through the log, as PostgreSQL does it else, takes twice as long.
  await onServer(server.ownerUrl, `create database ${name} template ${from} strategy file_copy`);
  return {
    name,
    ownerUrl: databaseUrl(server.ownerUrl, name),
    appUrl: databaseUrl(server.appUrl, name),
    // Not by force: that may not end a vacuum worker, which a plain drop tells to leave and waits for.
    drop: () => onServer(server.ownerUrl, `drop database if exists ${name}`),
  };
}

type Server = { ownerUrl: string; appUrl: string; stop: () => Promise<void> };

/** The template and what is left of its clones, whose test may have ended without closing. */
async function dropAll(ownerUrl: string, template: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    'select datname as name from pg_database where starts_with(datname, $1)',
    [template],
  );
  for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`);
  await client.end();
}

/** A server whose user may create databases and roles. */
async function serverAt(ownerUrl: string, template: string): Promise<Server> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const { rows } = await client.query('select 1 from pg_roles where rolname = $1', [APP_ROLE]);
  if (rows.length === 0) await client.query(`create role ${APP_ROLE} login password '${APP_ROLE}'`);
  await client.end();
  const app = new URL(ownerUrl);
  app.username = APP_ROLE;
  app.password = APP_ROLE;
  return { ownerUrl, appUrl: app.href, stop: () => dropAll(ownerUrl, template) };
}

const QUIET = {
  max_connections: '200',
  // Nobody copies or archives it, and what a test makes is too small and too short-lived for anything in the background.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
  update_process_title: 'off',
};
const SETTINGS = {
  ...QUIET,
  // A clone of the template is copied within the kernel, which takes three quarters of the time.
  file_copy_method: 'clone',
  // Connections come and go by the hundred, and their passwords are of this server alone.
  scram_iterations: '1',
};

/** What SLIPWAY_TEST_DATABASE_URL says in place of an address: the PostgreSQL that Debian has installed. */
export const INSTALLED = 'installed';

async function startInstalled(template: string): Promise<Server> {
  const bin = installedPostgres();
  if (!bin) throw new Error('No other PostgreSQL is installed (Debian: apt-get install postgresql).');
  using started = new DisposableStack();
  const { url } = started.use(startInstalledPostgres(bin, { ...FAST, ...QUIET }));
  await onServer(url('postgres', 'postgres'), 'create role slipway_owner login createdb createrole');
  const server = await serverAt(url('slipway_owner', 'postgres'), template);
  const all = started.move();
  return { ...server, stop: () => server.stop().finally(() => all.dispose()) };
}

function startServer(template: string): Promise<Server> {
  const url = process.env['SLIPWAY_TEST_DATABASE_URL'];
  if (url === INSTALLED) return startInstalled(template);
  return url ? serverAt(url, template) : startTestPostgres({ settings: SETTINGS });
}

/** The tables of the migrations, empty. */
export async function makeTables(ownerUrl: string): Promise<void> {
  await migrate({ ownerUrl, appRole: APP_ROLE, relaxed: true, log: () => undefined });
}

async function makeFirm(ownerUrl: string): Promise<void> {
  await makeTables(ownerUrl);
  const pool = openPool({ url: ownerUrl, max: 1 });
  await loadTestFirm(openDatabase(pool)).finally(() => pool.end());
}

/** One PostgreSQL and one template in it: the migrations' tables with the test firm. Both go when it is disposed of. */
export async function startTestDatabases(fill = makeFirm): Promise<TestDatabaseServer & AsyncDisposable> {
  const template = `slipway_test_${randomBytes(4).toString('hex')}`;
  await using started = new AsyncDisposableStack();
  const { ownerUrl, appUrl, stop } = await startServer(template);
  started.defer(stop);
  await onServer(ownerUrl, `create database ${template}`);
  await fill(databaseUrl(ownerUrl, template));
  const all = started.move();
  return { ownerUrl, appUrl, template, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

/** The server that all shares of a run use, or one for this share alone. */
export async function openTestDatabases(fill = makeFirm): Promise<TestDatabaseServer & AsyncDisposable> {
  const shared = process.env[SHARED_SERVER];
  if (shared === undefined) return startTestDatabases(fill);
  return { ...(JSON.parse(shared) as TestDatabaseServer), [Symbol.asyncDispose]: async () => undefined };
}
