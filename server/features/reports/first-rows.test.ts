import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { count } from '../../../domain/tables/columns.ts';
import { table } from '../../../domain/tables/table.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { firstOfQuery, firstOfRows } from './report.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t?.close());

const numbers = table({ number: count('Number') });
type Row = { number: number };

test.each([
  { rows: 5_000, more: undefined },
  { rows: 5_001, more: true },
])('of $rows rows a screen has the first 5,000, and says whether there are more', async ({ rows, more }) => {
  const ctx = { db: t.platform.database, firm: { baseCurrency: 'KES' } } as unknown as Ctx;
  const byQuery = firstOfQuery({
    table: numbers,
    query: () => sql<Row>`select number from generate_series(1, ${rows}::int) number order by number`,
    row: (stored) => stored,
  });
  const oneByOne = firstOfRows({
    table: numbers,
    rows: async function* () {
      for (let number = 1; number <= rows; number += 1) yield { number };
    },
  });
  for (const { reply } of [byQuery, oneByOne]) {
    const answer = await reply(ctx, undefined);
    expect(answer.data.map(({ number }) => number)).toEqual(Array.from({ length: 5_000 }, (_, place) => place + 1));
    expect(answer.more).toBe(more);
  }
});
