import { expect, test } from 'vitest';
import { chance } from '../testing/chance.ts';
import { RUNS, SEED } from '../testing/runs.ts';
import { sum } from '../values/money.ts';
import { assertOwed, grossOf, overpaidNotice, proposedNets } from './netting.ts';

test.each([
  ['as much as is owed', 13125000n, 13125000n, null],
  ['a cent more', 13125001n, 13125000n, 'Only KES 131,250.00 of DN/1 is left to set off.'],
  ['what is on other vouchers', 1n, -5n, 'Only KES 0.00 of DN/1 is left to set off.'],
] as const)('%s is set off', (...[, requested, open, message]) => {
  const check = () => assertOwed([{ number: 'DN/1', requested, open }], 'KES');
  if (message === null) expect(check).not.toThrow();
  else expect(check).toThrow(message);
});

test('what was paid too much and is not set off is said', () => {
  expect(overpaidNotice(0n, 'KES')).toBeNull();
  expect(overpaidNotice(375000n, 'KES')).toBe(
    'KES 3,750.00 of this was paid too much before. Set it off, so that it is not paid again.',
  );
});

test('a voucher takes what it pays and what is set off', () => {
  expect(grossOf({ amount: 562500n, set_off: 375000n })).toBe(937500n);
});

test('whatever is owed, no more is proposed than is paid or owed, and nothing is left that fits', () => {
  const c = chance(SEED);
  for (let run = 0; run < RUNS; run += 1) {
    const owing = Array.from({ length: c.int(0, 5) }, (_, key) => ({ key, open: c.below(1000n) }));
    const paying = c.below(2000n);
    const nets = proposedNets(paying, owing);
    const all = sum(owing.map((one) => one.open));
    expect(sum(nets.map((one) => one.amount))).toBe(paying < all ? paying : all);
    for (const { key, amount } of nets) expect(amount <= (owing[key]?.open ?? 0n) && amount > 0n).toBe(true);
  }
});
