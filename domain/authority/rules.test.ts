import { describe, expect, test } from 'vitest';
import type { HeldRole, Permission } from '../permissions.ts';
import { authoritiesOf, authorityFor, lendingFaults, lendingStatus, type LentRight } from './rules.ts';

const role = (name: string, permissions: readonly Permission[], limit?: bigint): HeldRole => ({
  role: name,
  name,
  permissions,
  limits: new Map(limit === undefined ? [] : [['policy', limit]]),
});
const DECIDES: readonly Permission[] = ['policies.decide'];
const QUESTION = { right: 'policies.decide', kind: 'policy' } as const;
const lent = (roles: readonly HeldRole[], right: Permission = 'policies.decide'): LentRight => ({
  right,
  lender: { id: 7, name: 'Wanjiru' },
  roles,
});

describe('on what somebody decides', () => {
  test.each([
    ['a role without a limit has none', [role('A', DECIDES)], null],
    ['a limit', [role('A', DECIDES, 100n)], 100n],
    ['the highest of several', [role('A', DECIDES, 100n), role('B', DECIDES, 300n), role('C', DECIDES, 200n)], 300n],
    ['none, where one of them has none', [role('A', DECIDES, 100n), role('B', DECIDES)], null],
    ['of those that carry the right alone', [role('A', DECIDES, 100n), role('B', ['receipts.decide'], 900n)], 100n],
    ['not another kind’s', [{ ...role('A', DECIDES), limits: new Map([['receipt', 5n]]) }], null],
  ])('%s', (_, roles, limit) => {
    expect(authoritiesOf({ roles, lent: [] }, QUESTION)).toEqual([{ limit, lender: null }]);
  });

  test('nothing without the right; a loan with its lender’s limit, after one’s own right', () => {
    const nobody = [role('A', ['policies.view'])];
    expect(authoritiesOf({ roles: nobody, lent: [] }, QUESTION)).toEqual([]);
    const loans = [lent([role('M', DECIDES, 500n)]), lent([role('R', ['receipts.decide'])], 'receipts.decide')];
    const lender = { id: 7, name: 'Wanjiru' };
    expect(authoritiesOf({ roles: nobody, lent: loans }, QUESTION)).toEqual([{ limit: 500n, lender }]);
    const own = [role('A', DECIDES, 100n)];
    expect(authoritiesOf({ roles: own, lent: loans }, QUESTION)).toEqual([
      { limit: 100n, lender: null },
      { limit: 500n, lender },
    ]);
    expect(authoritiesOf({ roles: nobody, lent: [lent(nobody)] }, QUESTION)).toEqual([]);
  });
});

describe('what somebody may approve', () => {
  const lender = { id: 7, name: 'Wanjiru' };
  const own = { limit: 500_000_000n, lender: null };
  const unlimited = { limit: null, lender: null };
  const loan = { limit: null, lender };
  const within = (amount: bigint) => ({ amount, currency: 'KES' });

  test.each([
    { what: 'to the cent', on: [own], amount: 500_000_000n, authority: own },
    { what: 'without a limit', on: [unlimited], amount: 10n ** 15n, authority: unlimited },
    { what: 'on one’s own before a loan', on: [own, loan], amount: 1n, authority: own },
    { what: 'on a loan above one’s own', on: [own, loan], amount: 500_000_001n, authority: loan },
  ])('$what', ({ on, amount, authority }) => {
    expect(authorityFor(on, within(amount))).toEqual(authority);
  });

  test('above all of them it names the highest', () => {
    const authorities = [own, { limit: 100n, lender }];
    expect(() => authorityFor(authorities, within(500_000_001n))).toThrow(
      'This is above your authority of KES 5,000,000.00. Ask someone with a higher one.',
    );
    expect(() => authorityFor([], within(1n))).toThrow('You do not have the right to do this.');
  });
});

describe('the days of a loan', () => {
  const today = '2026-03-02';
  test.each([
    ['2026-03-02', '2026-03-02', []],
    ['2026-03-02', '2026-05-30', []],
    ['2026-03-02', '2026-05-31', ['to']],
    ['2026-03-01', '2026-03-05', ['from']],
    ['2026-03-09', '2026-03-08', ['to']],
  ])('%s to %s', (from, to, fields) => {
    expect(lendingFaults({ from, to }, today).map(({ field }) => field)).toEqual(fields);
  });

  test.each([
    { from: '2026-03-01', to: '2026-03-02', ended: false, status: 'ACTIVE' },
    { from: '2026-03-02', to: '2026-03-09', ended: false, status: 'ACTIVE' },
    { from: '2026-03-03', to: '2026-03-09', ended: false, status: 'TO_COME' },
    { from: '2026-02-01', to: '2026-03-01', ended: false, status: 'ENDED' },
    { from: '2026-03-01', to: '2026-03-09', ended: true, status: 'ENDED' },
  ])('$from to $to, ended $ended: $status', ({ status, ...loan }) => {
    expect(lendingStatus(loan, today)).toBe(status);
  });
});
