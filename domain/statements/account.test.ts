import { describe, expect, test } from 'vitest';
import { ageOf, summariesOf, type AccountItem } from './account.ts';

const item = (kind: AccountItem['kind'], open: bigint, changes: Partial<AccountItem> = {}): AccountItem => ({
  kind,
  currency: 'KES',
  due_on: '2026-03-31',
  open,
  to_come: 0n,
  ...changes,
});

describe('M12: what a statement of account comes to', () => {
  test('562,500.00 due to us and 4,500,000.00 collected for it: 3,937,500.00 to it, and 1,500,000.00 to come', () => {
    expect(
      summariesOf([
        item('PREMIUM', 562_500_00n),
        item('CLAIM', -2_500_000_00n),
        item('CLAIM', -2_000_000_00n),
        item('CLAIM', 0n, { to_come: 1_500_000_00n }),
      ]),
    ).toEqual([
      {
        currency: 'KES',
        premium: 562_500_00n,
        returns: 0n,
        claims: -4_500_000_00n,
        unallocated: 0n,
        balance: -3_937_500_00n,
        to_come: 1_500_000_00n,
      },
    ]);
  });

  test('each thing has its own place, and salvage is among the claims', () => {
    const [kes] = summariesOf([
      item('PREMIUM', 1_000n),
      item('RETURN', -300n),
      item('SALVAGE', 50n),
      item('CLAIM', -20n),
      item('UNALLOCATED', -7n),
    ]);
    expect(kes).toMatchObject({ premium: 1_000n, returns: -300n, claims: 30n, unallocated: -7n, balance: 723n });
  });

  test('currencies are never summed', () => {
    const two = summariesOf([item('PREMIUM', 5n, { currency: 'USD' }), item('PREMIUM', 3n), item('RETURN', -3n)]);
    expect(two.map(({ currency, balance }) => [currency, balance])).toEqual([
      ['KES', 0n],
      ['USD', 5n],
    ]);
  });

  test.each([
    ['2026-03-31', 'not_due'],
    ['2026-04-01', 'd1_30'],
    ['2026-04-30', 'd1_30'],
    ['2026-05-01', 'd31_60'],
    ['2026-06-29', 'd61_90'],
    ['2026-06-30', 'd91_180'],
    ['2027-03-31', 'd181_365'],
    ['2027-04-01', 'over_365'],
  ] as const)('on %s an item due on 31 March is in %s, and cash is in none', (day, bucket) => {
    const ages = ageOf([item('PREMIUM', 10n), item('UNALLOCATED', -4n)], day);
    expect(ages[bucket]).toBe(10n);
    expect(Object.values(ages).reduce((sum, one) => sum + one, 0n)).toBe(10n);
  });
});
