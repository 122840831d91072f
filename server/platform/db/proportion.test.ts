import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { chance } from '../../../domain/testing/chance.ts';
import { RUNS, SEED } from '../../../domain/testing/runs.ts';
import { divideRounded } from '../../../domain/values/decimal.ts';
import { testApp } from '../../testing/testApp.ts';
import { openDatabase } from './pool.ts';
import { proportion } from './proportion.ts';

/** The largest amount that is kept, and what wholes there are: shares of the sum insured, days of a cover. */
const LARGEST = 9_000_000_000_000_000_000n;
const WHOLES = [100_000_000n, 365n, 366n, 1n, 2n, 3_000_000_000n];

test(`a part of an amount in SQL is what divideRounded says, of large amounts and of returns (SEED=${SEED})`, async () => {
  const t = await testApp();
  const c = chance(SEED);
  const cases = Array.from({ length: RUNS }, () => {
    const whole = c.pick(WHOLES);
    const size = c.pick([10n, 100_000n, 1_000_000_000_000n, LARGEST]);
    const amount = c.below(size) * (c.happens(0.3) ? -1n : 1n);
    return { amount, whole, part: c.below(whole + 1n) };
  });
  const column = (name: 'amount' | 'part' | 'whole') => cases.map((one) => String(one[name]));
  const { rows } = await sql<{ found: bigint }>`
    select ${proportion(sql`x.amount`, sql`x.part`, sql`x.whole`)} as found
    from unnest(${column('amount')}::bigint[], ${column('part')}::bigint[], ${column('whole')}::bigint[]) with ordinality as x (amount, part, whole, place)
    order by x.place`.execute(openDatabase(t.ownerPool));
  expect(rows.map(({ found }) => found)).toEqual(
    cases.map(({ amount, part, whole }) => divideRounded(amount * part, whole)),
  );
  await t.close();
});
