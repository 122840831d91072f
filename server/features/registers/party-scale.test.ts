import { afterAll, beforeAll, expect, test } from 'vitest';
import { LONG_FORM } from '../../../domain/testing/runs.ts';
import { fillParties, PARTY_CALLS } from '../../testing/parties.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';

let t: TestApp;

/** As many as a large firm has; the short form has enough for the same plans. */
const PARTIES = LONG_FORM ? 100_000 : 20_000;

beforeAll(async () => {
  t = await testApp();
  await fillParties(t, PARTIES);
});
afterAll(() => t.close());

test.each(PARTY_CALLS)(`with ${PARTIES} parties %s answers`, async (_what, address, queries) => {
  for (const query of queries)
    expect((await t.call('underwriter.nbo', `GET /api/sca/v1/${address}`, { query })).status).toBe(200);
});

test(`with ${PARTIES} parties each order and search of the list is read from an index by the application’s role`, async () => {
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
  expect(await plan(`select * from parties order by near_key <-> 'kilima jubilee' limit 25`)).toContain('parties_near');
});
