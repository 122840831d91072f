import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { FOLDS } from './folds.ts';
import { vacuum } from '../../testing/vacuum.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

/** What takes what waits, as the fold's body has it: with `most` as a figure, and without what it returns. */
async function takingOf(fold: string): Promise<string> {
  const { rows } = await t.ownerPool.query<{ prosrc: string }>('select prosrc from pg_proc where proname = $1', [fold]);
  const taking = /with folding as \(\s*(delete from .*?) returning/.exec(rows[0]?.prosrc ?? '')?.[1];
  if (taking === undefined) throw new Error(`${fold} takes nothing.`);
  return taking.replace('limit most', 'limit 20000');
}

// These tables are empty most of the time, and known as that: with a join, each row that waits would be compared with each.
test.each(FOLDS)('%s takes what waits without a join, however little the planner thinks there is', async (fold) => {
  const taking = await takingOf(fold);
  await vacuum(t.ownerPool, ...(/delete from (\w+)/.exec(taking)?.slice(1) ?? []));
  const { rows } = await t.ownerPool.query<{ 'QUERY PLAN': string }>(`explain ${taking}`);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('Delete on');
  expect(plan).not.toMatch(/Nested Loop|Join/);
});
