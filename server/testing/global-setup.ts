import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../platform/db/migrate.ts';
import { openDatabase, openPool } from '../platform/db/pool.ts';
import { startTestPostgres } from '../platform/embedded-postgres/test-server.ts';
import { loadTestFirm } from './test-firm.ts';

declare module 'vitest' {
  interface ProvidedContext {
    slipwayDatabase: TestDatabaseServer;
  }
}

/** Addresses of one server: change the path to reach one of its databases. */
export type TestDatabaseServer = { ownerUrl: string; appUrl: string; template: string };

const APP_ROLE = 'slipway_app';

export function databaseUrl(url: string, database: string): string {
  return url.replace(/\/[^/?]*(\?.*)?$/, `/${database}$1`);
}

type Server = { ownerUrl: string; appUrl: string; stop: () => Promise<void> };

/** A server given by SLIPWAY_TEST_DATABASE_URL, whose user may create databases and roles. */
async function givenServer(ownerUrl: string): Promise<Server> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const { rows } = await client.query('select 1 from pg_roles where rolname = $1', [APP_ROLE]);
  if (rows.length === 0) await client.query(`create role ${APP_ROLE} login password '${APP_ROLE}'`);
  await client.end();
  const app = new URL(ownerUrl);
  app.username = APP_ROLE;
  app.password = APP_ROLE;
  return { ownerUrl, appUrl: app.href, stop: async () => undefined };
}

async function startServer(): Promise<Server> {
  const given = process.env['SLIPWAY_TEST_DATABASE_URL'];
  if (given) return givenServer(given);
  const server = await startTestPostgres({ settings: { max_connections: '200' } });
  return { ownerUrl: server.ownerUrl, appUrl: server.appUrl, stop: server.stop };
}

async function onServer(ownerUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

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

async function fillTemplate(ownerUrl: string): Promise<void> {
  await migrate({ ownerUrl, appRole: APP_ROLE, relaxed: true, log: () => undefined });
  const pool = openPool({ url: ownerUrl, max: 1 });
  await loadTestFirm(openDatabase(pool)).finally(() => pool.end());
}

/** One PostgreSQL for the run and one template in it, which every test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer();
  const template = `slipway_test_${randomBytes(4).toString('hex')}`;
  await onServer(server.ownerUrl, `create database ${template}`);
  await fillTemplate(databaseUrl(server.ownerUrl, template));
  project.provide('slipwayDatabase', { ownerUrl: server.ownerUrl, appUrl: server.appUrl, template });
  return async () => {
    await dropAll(server.ownerUrl, template);
    await server.stop();
  };
}
