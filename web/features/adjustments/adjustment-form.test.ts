import { describe, expect, test } from 'vitest';
import { blankAdjustment, bodyOfAdjustment, faultsOfAdjustment, mostOf, type Adjustable } from './adjustment-form.ts';

const OF: Adjustable = {
  note: { id: 7, number: 'DN/NBO/2026/000001' },
  policy: { id: 3, name: 'NBO/FAC/2026/000001' },
  party: { id: 5, name: 'Cedant' },
  currency: 'KES',
  amount: '562500.00',
  outstanding: '281250.00',
  bearable: '10.00',
  taxes: [{ id: 9, name: 'Withholding tax', open: '9375.00' }],
};
const TODAY = '2026-03-02';
const tax = { id: '9', label: 'Withholding tax' };
const typed = (changes: Partial<ReturnType<typeof blankAdjustment>> = {}) => ({
  ...blankAdjustment(TODAY),
  ...changes,
});

describe('an adjustment of a note, as typed', () => {
  test.each([
    ['CERTIFICATE', tax, '9375.00'],
    ['CERTIFICATE', null, '281250.00'],
    ['WRITE_OFF', null, '10.00'],
    ['UNCOLLECTABLE', null, '281250.00'],
  ] as const)('%s of %s is at most %s', (kind, chosen, most) => {
    expect(mostOf({ kind, tax: chosen }, OF)).toBe(most);
  });
  test('sends its tax and number with a certificate alone', () => {
    const values = typed({ tax, certificate: 'WHT/1', amount: '1.00' });
    expect(bodyOfAdjustment(values, 7)).toMatchObject({ note: 7, tax: 9, certificate: 'WHT/1' });
    expect(bodyOfAdjustment({ ...values, kind: 'WRITE_OFF' }, 7)).toMatchObject({ tax: null, certificate: '' });
  });
  test('says what is missing, in the words of the server', () => {
    const faults = faultsOfAdjustment(typed({ amount: '9375.01', tax }), OF, TODAY);
    expect(faults).toEqual([
      { field: 'certificate', message: 'Enter the number of the certificate.' },
      { field: 'amount', message: 'At most KES 9,375.00 of this note.' },
    ]);
    const lost = faultsOfAdjustment(typed({ kind: 'UNCOLLECTABLE', amount: '1.00' }), OF, TODAY);
    expect(lost).toEqual([{ field: 'reason', message: 'Say why it is not collected.' }]);
  });
});
