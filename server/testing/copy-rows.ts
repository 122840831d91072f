import type { Pool } from '../platform/db/pool.ts';

type Copies = {
  /** What is not the same in a copy: columns with their values in SQL. */
  changed: Readonly<Record<string, string>>;
  /** What is copied: a query of rows called `t`, beside whatever says how often. */
  from: string;
};

/** Adds rows to a table that are as others but for what is said, as its owner. */
export async function copyRows(owner: Pick<Pool, 'query'>, table: string, { changed, from }: Copies): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    `select quote_ident(column_name) as name from information_schema.columns
    where table_schema = 'public' and table_name = $1 and is_identity = 'NO' and is_generated = 'NEVER'`,
    [table],
  );
  const names = rows.map(({ name }) => name);
  await owner.query(
    `insert into ${table} (${names.join(', ')}) select ${names.map((name) => changed[name] ?? `t.${name}`).join(', ')} from ${from}`,
  );
}
