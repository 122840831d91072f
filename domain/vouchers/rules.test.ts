import { describe, expect, test } from 'vitest';
import { invalid } from '../errors.ts';
import { releasesOf } from '../ledger/releases.ts';
import {
  advancedOf,
  advanceNotice,
  assertReasonForAdvance,
  assertNothingDueBack,
  assertReasonForDueBack,
  assertReasonForNoAccount,
  assertReleased,
  dueBackNotice,
  maskedNumber,
  noAccountNotice,
  taxBaseGivenUp,
} from './rules.ts';
import { assertMay } from '../states.ts';
import { VOUCHER_STATES } from './states.ts';

// The example: A's part of the debit note, half of it received.
const HALF = 28125000n;
const rest = {
  effective: 34375000n,
  certified: 0n,
  advanced: 0n,
  committed: 0n,
  paid: 0n,
  cameBack: 0n,
  raised: false,
};
const availableToA = (committed = 0n, cash = HALF) =>
  releasesOf([{ ...rest, effective: 21875000n, committed }, rest], cash)[0]?.available ?? 0n;
const request = (requested: bigint) => ({ requested, available: availableToA() });
const payee = { name: 'Security A', currency: 'KES' };

describe('what a voucher may take of a part', () => {
  test.each([
    ['half is received', availableToA(), 10937500n],
    ['another voucher holds some', availableToA(937500n), 10000000n],
    ['a reversed receipt left nothing', availableToA(10937500n, 0n), 0n],
    ['settled in full', availableToA(0n, 56250000n), 21875000n],
  ] as const)('%s', (_, available, left) => {
    expect(available).toBe(left);
  });

  test.each([
    ['as much as is released', [request(10937500n)], null],
    ['a cent more', [request(10937501n)], 'Only KES 109,375.00 has been received for Security A.'],
    [
      'one item over although the total is not',
      [request(10937501n), request(1n)],
      'Only KES 109,375.00 has been received for Security A.',
    ],
    [
      'both items over',
      [request(10937501n), request(10937501n)],
      'Only KES 218,750.00 has been received for Security A.',
    ],
  ] as const)('%s', (_, requests, message) => {
    const check = () => assertReleased(requests, payee);
    if (message === null) expect(check).not.toThrow();
    else expect(check).toThrow(message);
  });
});

test('a security with money to give back is paid nothing before', () => {
  expect(() => assertNothingDueBack(0n, payee)).not.toThrow();
  expect(() => assertNothingDueBack(10937500n, payee)).toThrow(
    'Only KES 0.00 has been received for Security A, which has KES 109,375.00 to give back.',
  );
});

test('or for a reason of the manager who approves it', () => {
  const message =
    'Security A has KES 109,375.00 to give back. Set it off on this voucher, or say why it is paid in full anyway.';
  expect([dueBackNotice(0n, payee), dueBackNotice(10937500n, payee)]).toEqual([null, message]);
  const check = (dueBack: bigint, reason?: string) => () => assertReasonForDueBack(dueBack, payee, reason);
  expect(check(0n)).not.toThrow();
  expect(check(10937500n, 'It pays on Friday')).not.toThrow();
  for (const reason of [undefined, '', '  '])
    expect(check(10937500n, reason)).toThrow(invalid({ field: 'reason', message }));
});

test('without a confirmed account a payee is paid for a reason alone', () => {
  const message = 'Security A has no confirmed KES account. Have one confirmed first, or say why it is paid anyway.';
  expect([noAccountNotice(true, payee), noAccountNotice(false, payee)]).toEqual([null, message]);
  const check = (confirmed: boolean, reason?: string | null) => () =>
    assertReasonForNoAccount(confirmed, payee, reason);
  expect(check(true)).not.toThrow();
  expect(check(false, 'Banker’s cheque, collected by hand')).not.toThrow();
  for (const reason of [undefined, null, '', '  '])
    expect(check(false, reason)).toThrow(invalid({ field: 'reason', message }));
});

test.each([
  ['4455667788', '•••• 7788'],
  ['GB29 NWBK 6016 1331 9268 19', '•••• 6819'],
  ['44556', '•••• 56'],
  ['001', '•••• 01'],
])('account %s is shown as %s', (number, shown) => {
  expect(maskedNumber(number)).toBe(shown);
});

test('a tax gives up all of its base, however it is paid', () => {
  const note = { amount: 562500n, base: 72187501n };
  const part = { amount: 9375n, paid: 0n };
  const bases = [1n, 4000n, 5374n].map((paying) => {
    const base = taxBaseGivenUp(part, note, paying);
    part.paid += paying;
    return base;
  });
  expect(bases.reduce((a, b) => a + b)).toBe(taxBaseGivenUp({ ...part, paid: 0n }, note, part.amount));
});

test('a draft is not paid', () => {
  expect(() => assertMay(VOUCHER_STATES, 'DRAFT', 'pay')).toThrow('This is draft: paying it is not possible.');
});

test.each([
  ['nothing within what is free', 5n, 5n, 0n],
  ['what is beyond', 8n, 5n, 3n],
  ['never beyond the part', 50n, 5n, 15n],
] as const)('an override advances %s', (...[, requested, available, advanced]) => {
  expect(advancedOf(requested, available, { effective: 30n, certified: 4n, committed: 6n })).toBe(advanced);
});

test('what is paid ahead names its effect on the client money, and needs a reason', () => {
  expect(advanceNotice(0n, payee)).toBeNull();
  expect(advanceNotice(10937500n, payee)).toMatch(/^KES 109,375.00 of this has not been received for Security A/);
  expect(() => assertReasonForAdvance(1n, payee, ' ')).toThrow('Some fields need attention.');
  expect(() => assertReasonForAdvance(1n, payee, 'Confirmed by its bank')).not.toThrow();
});
