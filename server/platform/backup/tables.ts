import type pg from 'pg';

/** A table as a backup writes it: what is computed by the database itself is left out. */
export type Table = { schema: string; name: string; columns: Column[] };
type Column = { name: string; type: string; key: boolean };

/** What a backup takes: the product's tables and the owner's own, such as the signing keys. */
const SCHEMAS = `('public', 'private')`;

/** Every table with the columns that are written, both in an order that does not depend on the installation. */
export async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select n.nspname as schema, c.relname as name,
      json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null),
        'key', coalesce(a.attnum = any(i.indkey::smallint[]), false)) order by a.attname collate "C") as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where n.nspname in ${SCHEMAS} and c.relkind in ('r', 'p')
    group by 1, 2 order by n.nspname collate "C", c.relname collate "C"`);
  return rows;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const nameOf = ({ schema, name }: Table): string => `${quoted(schema)}.${quoted(name)}`;

/** Text that reads the same on every server, and row-level security that fails rather than hides. */
export const PLAIN_TEXT = `
  set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set extra_float_digits = 1;
  set bytea_output = 'hex'; set client_encoding = 'UTF8'; set row_security = off;
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = 0`;

/**
 * Writes a table's rows in the order of its key. The number of a transaction says nothing in another cluster, where it
 * would come again and lend that row's rights to a stranger: it is written as the number that no transaction has.
 */
export function copyOut(table: Table): string {
  const shown = table.columns.map(({ name, type }) =>
    type === 'xid8' ? `'0'::xid8 as ${quoted(name)}` : quoted(name),
  );
  const keys = table.columns.filter((column) => column.key);
  const order = (keys.length > 0 ? keys : table.columns).map(({ name }) => `${nameOf(table)}.${quoted(name)}`);
  return `copy (select ${shown.join(', ')} from ${nameOf(table)} order by ${order.join(', ')}) to stdout`;
}

export function copyIn(table: Table): string {
  return `copy ${nameOf(table)} (${table.columns.map(({ name }) => quoted(name)).join(', ')}) from stdin`;
}

type ForeignKey = { relation: string; name: string; definition: string };

/** Takes the foreign keys away; what it gives puts them back, which checks every row against them. */
export async function dropForeignKeys(client: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<ForeignKey>(`
    select o.conrelid::regclass::text as relation, quote_ident(o.conname) as name, pg_get_constraintdef(o.oid) as definition
    from pg_constraint o join pg_namespace n on n.oid = o.connamespace
    where o.contype = 'f' and o.conparentid = 0 and n.nspname in ${SCHEMAS} order by 1, 2`);
  for (const { relation, name } of rows) await client.query(`alter table ${relation} drop constraint ${name}`);
  return async () => {
    for (const { relation, name, definition } of rows)
      await client.query(`alter table ${relation} add constraint ${name} ${definition}`);
  };
}

/** Switches the triggers of all tables off and gives the way to switch them on again. */
export async function stopTriggers(client: pg.Client, tables: readonly Table[]): Promise<() => Promise<void>> {
  for (const table of tables) await client.query(`alter table ${nameOf(table)} disable trigger user`);
  return async () => {
    for (const table of tables) await client.query(`alter table ${nameOf(table)} enable trigger user`);
  };
}

type Sequence = { name: string; last: string | null };

/** Where each sequence has come to; null where it gave no number yet. */
export async function readSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
    from pg_sequences where schemaname in ${SCHEMAS} order by 1`);
  return rows;
}

export async function setSequences(client: pg.Client, sequences: readonly Sequence[]): Promise<void> {
  for (const { name, last } of sequences)
    if (last !== null) await client.query('select setval($1::regclass, $2::bigint, true)', [name, last]);
}

/** Whether nothing of ours is in the database yet. */
export async function isEmpty(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ${SCHEMAS} and c.relkind in ('r', 'p', 'v', 'm', 'S') limit 1`,
  );
  return rows.length === 0;
}

/** Takes back what an unfinished restore left in a database that was empty before it. */
export async function emptyAgain(client: pg.Client): Promise<void> {
  await client.query(
    'drop schema if exists private cascade; drop schema if exists public cascade; create schema public',
  );
}
