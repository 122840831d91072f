import { describe, expect, test } from 'vitest';
import { RUNS } from '../testing/runs.ts';
import { addDays } from '../values/day.ts';
import { sum } from '../values/money.ts';
import { followingPlan, instalmentState, notDueYet, planFaults, replanned, type StandingInstalment } from './replan.ts';

const TODAY = '2026-05-15';
const one = (key: number, dueOn: string, ...[amount, outstanding = amount]: [bigint, bigint?]) => ({
  key,
  dueOn,
  amount,
  outstanding,
});
// Four quarters: the first paid, the second due and unpaid, the third half paid ahead, the fourth open.
const QUARTERS = [
  one(1, '2026-02-01', 100n, 0n),
  one(2, '2026-05-01', 100n),
  one(3, '2026-08-01', 100n, 50n),
  one(4, '2026-11-01', 103n),
];
const keysOf = (standing: readonly StandingInstalment<number>[]) =>
  new Set(notDueYet(standing, TODAY).map((row) => row.key));

describe('what may be put on other days', () => {
  test('is what is open and not due', () => {
    expect(notDueYet(QUARTERS, TODAY).map((row) => row.key)).toEqual([3, 4]);
    expect(notDueYet([one(1, TODAY, 5n)], TODAY)).toEqual([]);
  });

  test.each([
    ['another total', [{ dueOn: '2026-09-01', amount: 152n }], ['instalments']],
    ['a day that is past', [{ dueOn: '2026-05-15', amount: 153n }], ['instalments.0.due_on']],
    [
      'days out of order',
      [
        { dueOn: '2026-10-01', amount: 100n },
        { dueOn: '2026-09-01', amount: 53n },
      ],
      ['instalments.1.due_on'],
    ],
    ['nothing', [], ['instalments']],
    [
      'an amount of nothing',
      [
        { dueOn: '2026-09-01', amount: 153n },
        { dueOn: '2026-10-01', amount: 0n },
      ],
      ['instalments.1.amount'],
    ],
    [
      'a sound plan',
      [
        { dueOn: '2026-09-01', amount: 100n },
        { dueOn: '2026-12-31', amount: 53n },
      ],
      [],
    ],
  ])('%s', (_, plan, fields) => {
    const faults = planFaults(plan, { standing: QUARTERS, today: TODAY, currency: 'KES' });
    expect(faults.map((fault) => fault.field)).toEqual(fields);
  });

  test('a note on which nothing is to come has no plan', () => {
    expect(
      planFaults([{ dueOn: '2026-09-01', amount: 1n }], { standing: [], today: TODAY, currency: 'KES' }),
    ).toHaveLength(1);
  });
});

describe('a new plan', () => {
  test('leaves what is settled and due, and cancels what it has no use for', () => {
    const plan = [{ dueOn: '2026-12-01', amount: 153n }];
    expect(replanned(QUARTERS, { moved: keysOf(QUARTERS), plan })).toEqual([
      QUARTERS[0],
      QUARTERS[1],
      one(3, '2026-08-01', 50n, 0n),
      one(4, '2026-12-01', 153n),
    ]);
    const four = [3, 4, 5].map((key) => one(key, `2026-0${key + 3}-01`, 100n));
    expect(
      replanned(four, { moved: keysOf(four), plan: [{ dueOn: '2027-01-01', amount: 300n }] }).map((row) => row.amount),
    ).toEqual([300n, 0n, 0n]);
    expect(() => replanned(four, { moved: keysOf(four), plan: [] })).toThrow(RangeError);
  });

  test('makes more instalments where it has more days', () => {
    const plan = ['2026-09-01', '2026-10-01', '2026-11-01'].map((dueOn) => ({ dueOn, amount: 51n }));
    const after = replanned(QUARTERS, { moved: keysOf(QUARTERS), plan });
    expect(after.filter((row) => row.key === null).map((row) => row.dueOn)).toEqual(['2026-10-01', '2026-11-01']);
  });

  test('a credit note follows: what stays due or was set off stays, the rest goes behind the plan in proportion', () => {
    // Remitted 30 days after each quarter; a return was set off against the last.
    const credit = [
      one(1, '2026-03-03', 40n, 30n),
      one(2, '2026-05-31', 40n),
      one(3, '2026-08-31', 40n),
      one(4, '2026-12-01', 40n, 11n),
    ];
    const plan = [
      { dueOn: '2026-09-01', amount: 100n },
      { dueOn: '2027-01-01', amount: 200n },
    ];
    const behind = followingPlan(plan, { standing: credit, today: TODAY, remittanceDays: 30 });
    expect(behind).toEqual({
      moved: new Set([3, 4]),
      plan: [
        { dueOn: '2026-10-01', amount: 17n },
        { dueOn: '2027-01-31', amount: 34n },
      ],
    });
    expect(replanned(credit, behind).slice(0, 2)).toEqual(credit.slice(0, 2));
    expect(followingPlan(plan, { standing: credit.slice(0, 1), today: TODAY, remittanceDays: 30 }).plan).toEqual([]);
  });

  test('sums stay over random notes and plans', () => {
    let seed = 20260515;
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
      return seed % below;
    };
    for (let round = 0; round < RUNS; round += 1) {
      const standing = Array.from({ length: 1 + random(6) }, (_, index) => {
        const amount = BigInt(1 + random(1_000_000));
        const settled = [0n, amount, BigInt(random(1_000_000)) % amount][random(3)] ?? 0n;
        return one(index, addDays(TODAY, random(400) - 100), amount, amount - settled);
      });
      const moved = keysOf(standing);
      const open = sum(notDueYet(standing, TODAY).map((row) => row.outstanding));
      const rows = 1 + random(6);
      const count = BigInt(rows);
      const plan = Array.from({ length: rows }, (_, index) => ({
        dueOn: addDays(TODAY, 1 + index * 30),
        amount: index === 0 ? open - (open / count) * (count - 1n) : open / count,
      })).filter((row) => row.amount > 0n);
      const after = replanned(standing, { moved, plan });
      const behind = followingPlan(plan, { standing, today: TODAY, remittanceDays: 30 });
      const followed = plan.length === 0 ? standing : replanned(standing, behind);
      const sound =
        sum(after.map((row) => row.amount)) === sum(standing.map((row) => row.amount)) &&
        sum(after.map((row) => row.outstanding)) === sum(standing.map((row) => row.outstanding)) &&
        after.every((row) => row.outstanding >= 0n && row.outstanding <= row.amount) &&
        standing.every(
          (row) =>
            moved.has(row.key) ||
            after.some((kept) => kept.key === row.key && kept.dueOn === row.dueOn && kept.amount === row.amount),
        ) &&
        sum(followed.map((row) => row.amount)) === sum(standing.map((row) => row.amount)) &&
        sum(followed.map((row) => row.outstanding)) === sum(standing.map((row) => row.outstanding));
      if (!sound)
        throw new Error(
          `Round ${round}: ${standing.map((row) => `${row.dueOn} ${row.amount}/${row.outstanding}`).join(', ')}`,
        );
    }
  });
});

test.each([
  ['CANCELLED', TODAY, [0n, 0n, 0n, 0n]],
  ['RETURNED', TODAY, [5n, 0n, 5n, 0n]],
  ['PAID', TODAY, [5n, 0n, 2n, 2n]],
  ['UNCOLLECTABLE', TODAY, [5n, 0n, 0n, 5n]],
  ['UNCOLLECTABLE', TODAY, [5n, 0n, 2n, 3n]],
  ['TO_COME', '2026-05-16', [5n, 1n, 0n, 4n]],
  ['DUE', TODAY, [5n, 1n, 0n, 0n]],
  ['OVERDUE', '2026-05-14', [5n, 1n, 0n, 0n]],
] as const)('an instalment is %s', (state, dueOn, [amount, outstanding, setOff, lost]) => {
  expect(instalmentState({ dueOn, amount, outstanding, setOff, lost }, TODAY)).toBe(state);
});
