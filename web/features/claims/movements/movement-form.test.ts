import { expect, test } from 'vitest';
import { emptyOf } from '../../../../domain/forms.ts';
import { blankMovement, bodyOfMovement, faultsOfMovement, MOVEMENT_FORM, typesFor } from './movement-form.ts';

const typed = { ...emptyOf(MOVEMENT_FORM), movement_date: '2026-03-02', amount: '100', reason: 'As agreed' };

test('a closed claim is reopened or brings something back, an open one is not reopened', () => {
  expect(typesFor({ stage: 'CLOSED' }).map(({ value }) => value)).toEqual(['SALVAGE', 'REOPEN']);
  expect(typesFor({ stage: 'CALLED' }).map(({ value }) => value)).not.toContain('REOPEN');
});

test('a movement begins as a call, of a closed claim as its reopening', () => {
  const begun = (stage: 'CALLED' | 'CLOSED') => blankMovement({ stage }, '2026-03-02').type;
  expect([begun('CALLED'), begun('CLOSED')]).toEqual(['CALL', 'REOPEN']);
});

test('what a type has no field for is not sent', () => {
  const all = { ...typed, ex_gratia: true, agreed: ['3'], planned_on: '2026-04-01', payee: 'Adjusters' };
  expect(bodyOfMovement({ ...all, type: 'CALL' })).toMatchObject({ agreed: [3], ex_gratia: true, payee: '' });
  expect(bodyOfMovement({ ...all, type: 'FEE' })).toMatchObject({ agreed: [], ex_gratia: false, payee: 'Adjusters' });
  expect(bodyOfMovement({ ...all, type: 'CLOSE' })).toMatchObject({ amount: null, planned_on: null, agreed: [] });
});

test('an amount is asked of all but the closing; then the claim itself says what it does not allow', () => {
  const context = { currency: 'KES', effect: undefined };
  expect(faultsOfMovement({ ...typed, type: 'CALL', amount: '' }, context)).toEqual([
    { field: 'amount', message: 'Amount must be more than 0.' },
  ]);
  expect(faultsOfMovement({ ...typed, type: 'CLOSE', amount: '' }, context)).toEqual([]);
});
