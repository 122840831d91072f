import fs from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planAsRole } from '../../testing/plans.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { eitherId } from './either-id.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

/** How the policy of a note, or of its claim, is read where nothing else than an index is left to read it by. */
const planOf = (id: ReturnType<typeof eitherId>) =>
  planAsRole(t, 1, async ({ db }) => {
    await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`.execute(
      db,
    );
    await sql`select p.id from notes n left join claims c on c.id = n.claim_id left join policies p on p.id = ${id}
      where n.id = 1`.execute(db);
  });

test('behind row-level security a record is looked up by either of two ids, and by coalesce it is not', async () => {
  expect(await planOf(eitherId('n.policy_id', 'c.policy_id'))).toContain('Index Cond: (id = CASE');
  // Where this fails, the planner has learned it, and eitherId may go.
  expect(await planOf(sql`coalesce(n.policy_id, c.policy_id)`)).not.toContain('Index Cond: (id = COALESCE');
});

test('no query joins by coalesce', () => {
  const joined = /\.id\s*=\s*coalesce\s*\(\s*\w+\.\w+\s*,\s*\w+\.\w+\s*\)/i;
  // The auditor reads as the owner, who is behind no wall.
  const files = fs.globSync('server/{features,platform}/**/*.ts').filter((file) => !/\.test\.ts$|\/audit\//.test(file));
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter((file) => joined.test(fs.readFileSync(file, 'utf8')))).toEqual([]);
});
