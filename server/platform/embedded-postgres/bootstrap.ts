import type { Client } from 'pg';
import type { Secret } from './initdb.ts';

export const ownerRole = 'slipway_owner';
export const appRole = 'slipway_app';
export const databaseName = 'slipway';

const done = 'Slipway: roles and rights are complete';

/** Roles and database, once; every step can be repeated, since a kill may fall between any two of them. */
export async function bootstrap(client: Client, secret: Secret): Promise<void> {
  const state = await client.query<{ note: string | null }>(
    `select shobj_description(oid, 'pg_database') as note from pg_database where datname = $1`,
    [databaseName],
  );
  if (state.rows[0]?.note === done) return;
  await client.query(`set log_min_error_statement = 'panic'`); // a failed statement would put its password in the log
  // CREATEDB: tests clone a template and a restore goes into a new database.
  await role(client, `${ownerRole} login nosuperuser createdb nocreaterole nobypassrls`, secret.owner);
  await role(client, `${appRole} login nosuperuser nocreatedb nocreaterole nobypassrls`, secret.app);
  if (!state.rows[0]) await client.query(`create database ${databaseName} owner ${ownerRole}`);
  // Without the right to make temporary tables nobody can hide one in front of ours within a SECURITY DEFINER function.
  await client.query(`revoke all on database ${databaseName}, postgres, template1 from public`);
  await client.query(`grant connect on database ${databaseName} to ${appRole}`);
  await client.query(`grant connect on database postgres to ${ownerRole}`);
  await client.query(`comment on database ${databaseName} is '${done}'`);
}

/** The passwords are base64url, so they are safe in a literal. */
async function role(client: Client, definition: string, password: string): Promise<void> {
  const name = definition.split(' ')[0];
  const roles = await client.query('select 1 from pg_roles where rolname = $1', [name]);
  const verb = roles.rows.length === 0 ? 'create' : 'alter';
  await client.query(`${verb} role ${definition} password '${password}'`);
}
