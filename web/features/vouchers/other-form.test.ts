import { describe, expect, test } from 'vitest';
import { blankOther, bodyOfOther } from './other-form.ts';

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
