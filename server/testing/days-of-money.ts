import { chance } from '../../domain/testing/chance.ts';
import { addDays, type Day } from '../../domain/values/day.ts';
import { approvedPolicy, confirmedAccounts, makeBook, type Book } from './factories.ts';
import { MONEY_ACTS, type Walk } from './money-walk.ts';
import type { Rig } from './rig.ts';
import type { TestApp } from './testApp.ts';

/** The day that tests begin on, and that what they write is of unless they say otherwise. */
const FIRST: Day = '2026-03-02';

/** Whatever is dated on the first day of the tests is of today. */
const datedToday = (rig: Rig, today: () => Day): Rig => ({
  ...rig,
  call: (who, address, input = {}) => {
    const { body } = input;
    if (body === undefined || Buffer.isBuffer(body)) return rig.call(who, address, input);
    return rig.call(who, address, { ...input, body: JSON.parse(JSON.stringify(body).replaceAll(FIRST, today())) });
  },
});

/** A firm whose money moves day by day as chance has it, each act on its own day. */
export type Days = {
  book: Book;
  others: Book;
  today: () => Day;
  live: (acts: number) => Promise<void>;
  go: (days: number) => void;
};

/** Begins one on the first day: a policy of a reinsured, and of whatever else it is given. */
export async function daysOfMoney(t: TestApp, seed: number, more: Record<string, unknown>[] = []): Promise<Days> {
  let today = FIRST;
  const book = await makeBook(t);
  await t.ownerPool.query(
    `insert into exchange_rates (currency, day, rate) select 'USD', d::date, 1301000000000 from generate_series('2026-03-02'::date, '2027-12-31', '1 day') d`,
  );
  await confirmedAccounts(t, [book.reinsured]);
  const policies = [await approvedPolicy(t, book)];
  for (const changes of more) policies.push(await approvedPolicy(t, book, changes));
  const others = await makeBook(t, ' D');
  const walks = policies.map((policy, index): Walk => ({
    t: datedToday(t, () => today),
    c: chance(seed + index),
    book,
    others,
    policy,
    day: '2026-03-10',
    currency: 'KES',
    elsewhere: 'USD',
    refusals: [400, 409],
  }));
  return {
    book,
    others,
    today: () => today,
    live: async (acts) => {
      for (const walk of walks) for (let act = 0; act < acts; act += 1) await walk.c.pick(MONEY_ACTS)(walk);
    },
    go: (days) => {
      today = addDays(today, days);
      t.clock.set(`${today}T08:00:00.000Z`);
    },
  };
}
