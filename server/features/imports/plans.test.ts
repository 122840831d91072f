import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../../platform/http/context.ts';
import { userId } from '../../testing/factories.ts';
import { rowsReadAsRole } from '../../testing/plans.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { vacuum } from '../../testing/vacuum.ts';
import { importList } from './queries.ts';

const MANY = 3_000;
const RARE = MANY / 500;
let t: TestApp;
let branch: number;

/** Many imports with their jobs, few of them in each of three states; of those that are being read half were abandoned. */
beforeAll(async () => {
  t = await testApp();
  branch = (await t.ownerPool.query(`select id from branches where code = 'NBO'`)).rows[0].id;
  await t.ownerPool.query(
    `with made as (
       insert into jobs (kind, payload, state) select 'old', '{}', case when g % 1000 = 1 then 'FAILED' else 'DONE' end from generate_series(1, ${MANY}) g returning id)
     insert into imports (user_id, target, file_name, sha256, size, job_id, state)
     select $1, 'parties', 'file ' || nth, '', 1, id, case nth % 500 when 0 then 'READY' when 1 then 'READING' when 2 then 'FAILED' else 'DONE' end
     from (select id, row_number() over (order by id) as nth from made) m`,
    [await userId(t, 'accountant.nbo')],
  );
  await vacuum(t.ownerPool, 'imports', 'jobs');
});
afterAll(() => t.close());

test.each([
  { state: 'READY' as const, found: RARE },
  { state: 'READING' as const, found: RARE / 2 },
  { state: 'FAILED' as const, found: RARE + RARE / 2 },
])('imports that are $state ask for the jobs of those that are shown or worked on alone', async ({ state, found }) => {
  const rows = await rowsReadAsRole(t, branch, async (ctx: Ctx) => {
    const { data, recordsFiltered } = await importList.reply(ctx, { query: { state } });
    expect([recordsFiltered, new Set(data.map((row) => row.state))]).toEqual([found, new Set([state])]);
  });
  // Those that are being read are asked about for the page and for how many there are.
  expect(rows('jobs')).toBeLessThanOrEqual(found + 2 * RARE);
  expect(rows('imports')).toBeLessThanOrEqual(2 * MANY);
});
