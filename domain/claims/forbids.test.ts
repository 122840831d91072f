import { describe, expect, test } from 'vitest';
import { assertClaimsAllow, assertNothingCalled, claimReason, claimRefusal, type ClaimOnPolicy } from './forbids.ts';

const OPEN: ClaimOnPolicy = {
  number: 'NBO/CL/2026/000001',
  lossOn: '2026-06-01',
  open: true,
  called: 0n,
  paid: 0n,
  share: null,
};
const HELD =
  'NBO/CL/2026/000001 is approved: 60% of its loss is ours, and these lines would bear 45%. Choose a day after it, or disable the claim and enter it again.';
const CALLED = { ...OPEN, called: 1n };
const PAID = { ...CALLED, open: false, paid: 1n };
const CLOSED = { ...CALLED, open: false };

describe('C19', () => {
  test.each([
    ['a return, an open claim', 'RP', [OPEN], 'NBO/CL/2026/000001 is open: say why premium is given back.'],
    [
      'a cancellation, a paid one',
      'CANCEL_PRORATA',
      [PAID],
      'NBO/CL/2026/000001 was paid: say why premium is given back.',
    ],
    ['short', 'CANCEL_SHORT', [OPEN], 'NBO/CL/2026/000001 is open: say why premium is given back.'],
    ['one that is closed and was not paid', 'RP', [CLOSED], null],
    ['an additional premium', 'AP', [OPEN], null],
    ['no claim', 'RP', [], null],
  ] as const)('%s', (...[, type, claims, expected]) => {
    expect(claimReason({ type }, claims)).toBe(expected);
  });

  test.each([
    [
      'from the first day, once called',
      'CANCEL_FLAT',
      '2026-01-01',
      [CALLED],
      'NBO/CL/2026/000001 was called: the policy cannot be cancelled from its first day.',
    ],
    ['not called', 'CANCEL_FLAT', '2026-01-01', [OPEN], null],
    [
      'other securities on the date of loss',
      'SEC',
      '2026-06-01',
      [CALLED],
      'NBO/CL/2026/000001 was called of the securities at its date of loss: choose a day after it.',
    ],
    ['the day after it', 'SEC', '2026-06-02', [CALLED], null],
    ['before it, and not called', 'SEC', '2026-01-01', [OPEN], null],
    [
      'closed, and called',
      'SEC',
      '2026-01-01',
      [CLOSED],
      'NBO/CL/2026/000001 was called of the securities at its date of loss: choose a day after it.',
    ],
  ] as const)('%s', (...[, type, date, claims, expected]) => {
    expect(claimRefusal({ type, date }, claims)).toBe(expected);
  });

  test.each([
    ['less', { date: '2026-06-01', order: 45_000_000n }, HELD],
    ['the same', { date: '2026-06-01', order: 60_000_000n }, null],
    ['less, from the day after it', { date: '2026-06-02', order: 45_000_000n }, null],
  ])('an order of %s, before the loss of a claim whose share is what the lines made', (_, change, expected) => {
    const claim = { ...OPEN, share: 60_000_000n };
    expect(claimRefusal({ type: 'SEC', ...change }, [claim])).toBe(expected);
    // Another share has its reason, and stays what it is.
    expect(claimRefusal({ type: 'SEC', ...change }, [OPEN])).toBeNull();
  });

  test('a reason is asked of who decides, and once it is there it goes on', () => {
    const rp = { type: 'RP', date: '2026-07-01' } as const;
    expect(() => assertClaimsAllow(rp, [OPEN], null)).not.toThrow();
    expect(() => assertClaimsAllow(rp, [OPEN], { reason: ' ' })).toThrow('Some fields need attention.');
    expect(() => assertClaimsAllow(rp, [OPEN], { reason: 'Agreed with the leader' })).not.toThrow();
    expect(() => assertNothingCalled([CALLED])).toThrow(
      'NBO/CL/2026/000001 was called: the policy cannot be disabled.',
    );
    expect(() => assertNothingCalled([OPEN])).not.toThrow();
  });
});
