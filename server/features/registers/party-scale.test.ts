import os from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../testing/testApp.ts';

const API = '/api/sca/v1';
const PARTIES = 100_000;
const RUNS = 20;
/** What a list may take, 19 times of 20. quality.md Speed. */
const MOST_MS = 50;
let t: TestApp;

const WORDS = `array['Savannah','Jubilee','Kilima','Pioneer','Heritage','Atlas','Meridian','Baobab','Cannon','Orient',
  'Summit','Acacia','Union','Crown','Harbour','Sterling','Nile','Rift','Delta','Equator','Mercury','Phoenix','Zenith','Amani']`;
const FORMS = `array['Insurance Company Ltd','Assurance plc','Reinsurance Corporation','General Insurance','Life Assurance Co. Ltd','Mutual']`;
const pick = (words: string, by: number) => `(${words})[1 + (g / ${by}) % cardinality(${words})]`;

/** Names of the trade, each with a word of its own, in one register. */
async function fill(): Promise<void> {
  await t.ownerPool.query(`
    insert into parties (kind, market, name, name_key, search_text, short_name, address, country, rating, status)
    select 'SECURITY', 'LOCAL', name, replace(lower(name), ' ', ''), lower(name || ' street ' || g % 977), 'P' || g % 5000,
      'Street ' || g % 977 || E'\\nTown ' || g % 53, (array['KE','UG','TZ','GB','ZA','DE'])[1 + g % 6],
      (array['A+','A','A-','BBB',''])[1 + g % 5], case when g % 11 = 0 then 'INACTIVE' else 'ACTIVE' end
    from (select g, ${pick(WORDS, 1)} || ' ' || ${pick(WORDS, 24)} || ' ' || substr(md5(g::text), 1, 6) || ' ' || ${pick(FORMS, 7)} as name
      from generate_series(1, ${PARTIES}) g) made`);
  await t.ownerPool.query('vacuum analyze parties');
}

beforeAll(async () => {
  t = await testApp();
  await fill();
}, 120_000);
afterAll(() => t.close());

const isBusy = () => (os.loadavg()[0] ?? 0) > os.availableParallelism() + 1;

async function p95(address: string, queries: readonly Record<string, string | number>[]): Promise<number> {
  const times: number[] = [];
  const ask = (query: Record<string, string | number>) => t.call('underwriter.nbo', `GET ${API}/${address}`, { query });
  for (const query of queries) await ask(query);
  for (let run = 0; run < RUNS; run += 1) {
    const started = performance.now();
    const reply = await ask(queries[run % queries.length] ?? {});
    times.push(performance.now() - started);
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  }
  return times.toSorted((a, b) => a - b)[Math.ceil(RUNS * 0.95) - 1] ?? 0;
}

describe('with 100,000 parties', () => {
  test.each([
    ['the list', 'securities/items', [{}, { start: 25 }, { start: 9_000, length: 100 }]],
    ['a rare search', 'securities/items', [{ searchValue: 'c4ca42' }, { searchValue: 'street 113' }]],
    ['a common search', 'securities/items', [{ searchValue: 'savannah' }, { searchValue: 'insurance' }]],
    ['a search of two letters', 'securities/items', [{ searchValue: 'in' }, { searchValue: 're' }]],
    ['a filter', 'securities/items', [{ status: 'INACTIVE' }, { status: 'ACTIVE', sort: 'country,desc' }]],
    ...['name', 'short_name', 'address', 'country', 'rating', 'status', 'id'].map(
      (sort) => [`sorted by ${sort}`, 'securities/items', [{ sort: `${sort},asc` }, { sort: `${sort},desc` }]] as const,
    ),
    ['a picker', 'securities/findAll', [{ searchValue: 'kilima' }, { searchValue: 'c4ca42' }, { market: 'LOCAL' }, {}]],
    [
      'near names',
      'securities/similar',
      [
        { name: 'Kilima Jubilee c4ca42 Insurance' },
        { name: 'Savannah Insurance Company' },
        { name: 'Insurance' },
        { name: 'Jubilee Life Assurance of Kenya' },
      ],
    ],
  ] as const)('%s answers within 50 ms', async (what, address, queries) => {
    const time = await p95(address, queries);
    process.stdout.write(`${what}: p95 ${time.toFixed(1)} ms\n`);
    // Beside other work a clock measures the others; the plans below hold on any machine.
    if (!isBusy()) expect(time).toBeLessThan(MOST_MS);
  });

  test('each order and search of the list is read from an index by the application’s role', async () => {
    const plan = async (statement: string) => {
      const { rows } = await t.pool.query(`explain ${statement}`);
      return rows.map((row) => String(row['QUERY PLAN'])).join('\n');
    };
    const within = `t.kind = 'SECURITY' and t.market = 'LOCAL' and t.merged_into is null`;
    for (const column of ['name_key', 'short_name', 'address', 'country_name', 'rating', 'status', 'id'])
      expect(
        await plan(`select * from parties t where ${within} order by t.market, t.${column}, t.id limit 25`),
        column,
      ).toMatch(/Index Scan .*using parties_(list|pkey|by_\w+)/);
    expect(await plan(`select * from parties t where ${within} and t.search_text like '%c4ca42%'`)).toContain(
      'parties_search',
    );
    expect(await plan(`select * from parties order by near_key <-> 'kilima jubilee' limit 25`)).toContain(
      'parties_near',
    );
  });
});
