import { describe, expect, test } from 'vitest';
import { blankOther, bodyOfOther, faultsOfOther } from './other-form.ts';

const CLAIM = { id: '7', label: 'NBO/CL/2026/000001' };
const NOTE = { id: '9', label: 'DN/NBO/2026/000001' };
const typed = (changes: Partial<ReturnType<typeof blankOther>>) =>
  bodyOfOther({ ...blankOther({ currency: 'KES', bank_date: '2026-03-02' }), amount: '1.00', ...changes });

describe('what a voucher is about stays when it is edited', () => {
  test.each([
    ['CLAIM', { claim: CLAIM, override: true }, { claim: 7, override: true, note: null }],
    ['SET_OFF', { claim: CLAIM, note: NOTE }, { claim: 7, note: 9 }],
    ['SALVAGE', { claim: CLAIM, payee: { id: '3', label: 'A' } }, { claim: 7, payee: 3 }],
    ['DRAW_BACK', { claim: CLAIM }, { claim: 7 }],
    ['DRAW_BACK', { note: NOTE }, { claim: null, note: 9 }],
    ['MAKE_GOOD', { claim: CLAIM, note: NOTE }, { claim: 7, note: null }],
    ['MAKE_GOOD', { note: NOTE }, { claim: null, note: 9 }],
    ['REFUND', { note: NOTE, override: true }, { note: 9, receipt: null, override: true }],
    ['REFUND', { receipt: { id: '4', label: 'RV' } }, { note: null, receipt: 4 }],
    ['EXPENSE', { note: NOTE, account: '5000' }, { claim: null, note: null, account: '5000' }],
  ] as const)('%s', (kind, changes, sent) => {
    expect(typed({ kind, ...changes })).toMatchObject(sent);
  });
});

describe('a transfer between own accounts', () => {
  const FROM = { id: '1', label: 'Clients KES' };
  const INTO = { id: '2', label: 'Clients call' };
  const filled = (changes: Partial<ReturnType<typeof blankOther>>) => ({
    ...blankOther({ kind: 'CLIENT_TRANSFER', currency: 'KES', bank_date: '2026-03-02' }),
    amount: '1302500.00',
    bank_account: FROM,
    ...changes,
  });
  const faults = (changes: Partial<ReturnType<typeof blankOther>>) =>
    faultsOfOther(filled(changes), { free: null, owed: '0' });

  test.each([
    ['within one currency', { into_account: INTO, into_amount: '5.00' }, { into_account: 2, into_currency: null }],
    ['said twice', { into_account: INTO, into_currency: 'KES' }, { into_account: 2, into_currency: null }],
    [
      'of a conversion',
      { into_currency: 'USD', into_amount: '10000.00' },
      { into_account: null, into_currency: 'USD', into_amount: '10000.00' },
    ],
    [
      'of any other voucher nothing',
      { kind: 'EXPENSE', into_account: INTO, into_currency: 'USD' },
      { into_account: null, into_currency: null },
    ],
  ] as const)('sends where it goes, %s', (_name, changes, sent) => {
    const body = bodyOfOther(filled(changes));
    expect(body).toMatchObject(sent);
    if (!('into_amount' in sent)) expect(body.into_amount).toBeUndefined();
  });

  test.each([
    [{}, 'into_account', 'Choose the account that it goes to.'],
    [{ into_account: FROM }, 'into_account', 'Choose another account than the one that it leaves.'],
    [{ into_currency: 'USD' }, 'into_amount', 'Enter what is bought.'],
    [{ into_currency: 'USD', into_amount: '1.001' }, 'into_amount', 'USD amounts have fewer decimals.'],
  ] as const)('asks for the rest: %j', (changes, field, message) => {
    expect(faults(changes)).toEqual([{ field, message }]);
  });

  test('is complete with an account, or with what it buys', () => {
    expect(faults({ into_account: INTO })).toEqual([]);
    expect(faults({ into_currency: 'USD', into_amount: '10000.00' })).toEqual([]);
  });
});
