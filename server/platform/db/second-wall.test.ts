import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approvedPolicy, makeBook } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { FIRM_TABLES } from './firm-tables.ts';

/** What has no branch of its own: by which column a row belongs to somebody. */
const OTHER_WALLS: Record<string, 'user_id' | 'import_id' | 'nobody'> = {
  idempotency_keys: 'user_id',
  import_files: 'import_id',
  import_rows: 'import_id',
  jobs: 'nobody',
};

type Walled = { name: string; owner: 'branch_id' | 'user_id' | 'import_id' | 'nobody' };
type Side = { branch_id: number; user_id: number; import_id: number };

/** Every table, as a database that was migrated has it, so that a new one is looked at by itself. */
async function tablesOf(t: TestApp): Promise<{ name: string; hasBranch: boolean; secured: boolean }[]> {
  const { rows } = await t.ownerPool.query<{ name: string; hasBranch: boolean; secured: boolean }>(
    `select c.relname as name, c.relrowsecurity as secured, exists (select 1 from pg_attribute a
       where a.attrelid = c.oid and a.attname = 'branch_id' and not a.attisdropped) as "hasBranch"
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
  );
  return rows;
}

const walledOf = (tables: Awaited<ReturnType<typeof tablesOf>>): Walled[] =>
  tables
    .filter(({ name }) => !(name in FIRM_TABLES))
    .map(({ name, hasBranch }) => ({ name, owner: hasBranch ? 'branch_id' : (OTHER_WALLS[name] ?? 'nobody') }));

type Seen = Partial<Record<'branches' | 'user', string>>;

/** One statement as the application's role in a transaction that is rolled back: its rows, or the SQLSTATE of its refusal. */
async function asApp(t: TestApp, seen: Seen, statement: string): Promise<number | string> {
  const client = await t.pool.connect();
  try {
    await client.query('begin');
    for (const [name, value] of Object.entries(seen))
      await client.query('select set_config($1, $2, true)', [`slipway.${name}`, value]);
    return (await client.query(statement)).rowCount ?? 0;
  } catch (error) {
    return String((error as { code?: unknown }).code);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const REFUSED = '42501';

/** Nothing of a table but its rows and its wall, so that one row with nothing but its owner fits everywhere. */
async function bareTables(t: TestApp): Promise<void> {
  await t.ownerPool.query(`
    do $$ declare one record; begin
      for one in select conrelid::regclass as relation, conname from pg_constraint
        where connamespace = 'public'::regnamespace and contype in ('c', 'f') and conrelid <> 0 loop
        execute format('alter table %s drop constraint %I', one.relation, one.conname);
      end loop;
      for one in select conrelid::regclass as relation, conname from pg_constraint
        where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'x') loop
        execute format('alter table %s drop constraint %I cascade', one.relation, one.conname);
      end loop;
      for one in select indexrelid::regclass as name from pg_index i join pg_class c on c.oid = i.indrelid
        where c.relnamespace = 'public'::regnamespace and i.indisunique loop
        execute format('drop index %s', one.name);
      end loop;
      for one in select tgrelid::regclass as relation, tgname from pg_trigger g join pg_class c on c.oid = g.tgrelid
        where c.relnamespace = 'public'::regnamespace and not tgisinternal loop
        execute format('drop trigger %I on %s', one.tgname, one.relation);
      end loop;
      for one in select c.oid::regclass as relation, a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnotnull and a.attidentity = ''
          and a.attnum > 0 and not a.attisdropped loop
        execute format('alter table %s alter column %I drop not null', one.relation, one.attname);
      end loop;
    end $$`);
}

/** Of a branch, and in it of one user. */
const OWN_IN_A_BRANCH = new Set(['opening_views']);

function rowOf({ name, owner }: Walled, side: Side): string {
  if (owner === 'nobody') return `insert into ${name} default values`;
  return OWN_IN_A_BRANCH.has(name)
    ? `insert into ${name} (${owner}, user_id) values (${side[owner]}, ${side.user_id})`
    : `insert into ${name} (${owner}) values (${side[owner]})`;
}

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

/** Tables that are neither walled nor the firm's, or both. */
const unsettledOf = (tables: Awaited<ReturnType<typeof tablesOf>>): string[] =>
  tables.filter(({ name, secured }) => secured === name in FIRM_TABLES).map(({ name }) => name);

test('every table has a wall or is in the list of the firm’s with its reason', async () => {
  const tables = await tablesOf(t);
  const names = new Set(tables.map(({ name }) => name));
  expect(unsettledOf(tables)).toEqual([]);
  expect([...Object.keys(FIRM_TABLES), ...Object.keys(OTHER_WALLS)].filter((name) => !names.has(name))).toEqual([]);
  const unnamed = tables.filter(
    ({ name, hasBranch }) => !hasBranch && !(name in FIRM_TABLES) && !(name in OTHER_WALLS),
  );
  expect(unnamed.map(({ name }) => name)).toEqual([]);
});

test('a view sees no more than who asks', async () => {
  const { rows } = await t.ownerPool.query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
       and not coalesce(reloptions, '{}') @> '{security_invoker=true}'`,
  );
  // Names of columns alone, which tables refer to a party.
  expect(rows).toEqual([{ relname: 'party_references' }]);
});

describe('as the application’s role', () => {
  let bare: TestApp;
  let walled: Walled[];
  let ours: Side;
  let theirs: Side;

  beforeAll(async () => {
    bare = await testApp();
    walled = walledOf(await tablesOf(bare));
    await bareTables(bare);
    ours = { branch_id: 90_001, user_id: 91_001, import_id: 92_001 };
    theirs = { branch_id: 90_002, user_id: 91_002, import_id: 92_002 };
    for (const side of [ours, theirs]) {
      for (const table of walled) await bare.ownerPool.query(rowOf(table, side));
      await bare.ownerPool.query(
        `insert into imports (id, branch_id) overriding system value values (${side.import_id}, ${side.branch_id})`,
      );
    }
  });
  afterAll(() => bare.close());

  const seenBy = (side: Side): Seen => ({ branches: `{${side.branch_id}}`, user: String(side.user_id) });
  /** What comes out otherwise than expected, over all tables. */
  async function otherwise(expected: readonly (number | string)[], seen: Seen, of: (table: Walled) => string) {
    const faults: string[] = [];
    for (const table of walled) {
      const answer = await asApp(bare, seen, of(table));
      if (!expected.includes(answer)) faults.push(`${table.name}: ${answer}`);
    }
    return faults;
  }
  const where = ({ owner }: Walled, side: Side) => (owner === 'nobody' ? 'true' : `${owner} = ${side[owner]}`);

  test('own rows are seen, so that the rest is no empty proof', async () => {
    expect(walled.length).toBeGreaterThan(30);
    const blind: string[] = [];
    for (const table of walled.filter(({ owner }) => owner !== 'nobody')) {
      const answer = await asApp(bare, seenBy(ours), `select 1 from ${table.name} where ${where(table, ours)}`);
      if (answer === 0 || typeof answer === 'string') blind.push(`${table.name}: ${answer}`);
    }
    expect(blind).toEqual([]);
  });

  test('nobody reads another branch’s or user’s rows, with a scope or without', async () => {
    const read = (table: Walled) => `select 1 from ${table.name} where ${where(table, theirs)}`;
    expect(await otherwise([0, REFUSED], seenBy(ours), read)).toEqual([]);
    expect(await otherwise([0, REFUSED], { branches: '{}', user: '' }, read)).toEqual([]);
    expect(await otherwise([0, REFUSED], {}, read)).toEqual([]);
  });

  test('nobody writes into another branch or for another user', async () => {
    const insert = (table: Walled) => rowOf(table, theirs);
    expect(await otherwise([REFUSED], seenBy(ours), insert)).toEqual([]);
    expect(await otherwise([REFUSED], {}, insert)).toEqual([]);
  });

  test('nobody changes, takes over, gives away or deletes such a row', async () => {
    const set = ({ owner }: Walled, side: Side) => (owner === 'nobody' ? 'attempts = 0' : `${owner} = ${side[owner]}`);
    const take = (table: Walled) => `update ${table.name} set ${set(table, ours)} where ${where(table, theirs)}`;
    const give = (table: Walled) => `update ${table.name} set ${set(table, theirs)} where ${where(table, ours)}`;
    const remove = (table: Walled) => `delete from ${table.name} where ${where(table, theirs)}`;
    for (const seen of [seenBy(ours), {}]) {
      expect(await otherwise([0, REFUSED], seen, take)).toEqual([]);
      expect(await otherwise([0, REFUSED], seen, give)).toEqual([]);
      expect(await otherwise([0, REFUSED], seen, remove)).toEqual([]);
    }
  });

  test('a wall that is taken away, and a table without one, come out', async () => {
    await bare.ownerPool.query(
      'alter table import_rows disable row level security; create table stray (branch_id int); grant select on jobs to slipway_app; alter table jobs disable row level security',
    );
    const read = (table: Walled) => `select 1 from ${table.name} where ${where(table, theirs)} limit 1`;
    expect(await otherwise([0, REFUSED], seenBy(ours), read)).toEqual(['import_rows: 1', 'jobs: 1']);
    expect(unsettledOf(await tablesOf(bare))).toEqual(['import_rows', 'jobs', 'stray']);
  });
});

test('without a scope, or in another branch, the application’s role sees nothing of what was done', async () => {
  await approvedPolicy(t, await makeBook(t));
  const seen = async (branches: string) => {
    const client = await t.pool.connect();
    try {
      await client.query('begin');
      await client.query(`select set_config('slipway.branches', $1, true)`, [branches]);
      const { rows } = await client.query<{ policies: bigint; lines: bigint; numbers: bigint; acts: bigint }>(
        `select (select count(*) from policies) as policies, (select count(*) from journal_lines) as lines,
           (select count(*) from counters) as numbers, (select count(*) from audit_trail where branch_id is not null) as acts`,
      );
      await client.query('rollback');
      return Object.values(rows[0] ?? {});
    } finally {
      client.release();
    }
  };
  const { rows } = await t.ownerPool.query<{ id: number; code: string }>('select id, code from branches');
  const id = (code: string) => String(rows.find((row) => row.code === code)?.id);
  expect(await seen('')).toEqual([0n, 0n, 0n, 0n]);
  expect(await seen(`{${id('LON')}}`)).toEqual([0n, 0n, 0n, 0n]);
  expect((await seen(`{${id('NBO')}}`)).every((count) => count > 0n)).toBe(true);
});
