import { expect, test } from 'vitest';
import { positions, trialBalanceRows } from '../../../../domain/explained/ledger.ts';
import { summary } from '../../../../domain/explained/production.ts';
import { subjectOf } from './subject.ts';

const trial = trialBalanceRows.table.columns;
const account = { account: '1200', account_name: 'Premium receivable', party: null, tax: null, bank: null };

test('a row is named by its names, and never by an amount whose column is called as a name is elsewhere', () => {
  const row = { security: { id: 1, name: 'Aldgate Reinsurance' }, class: 'Fire', currency: 'EUR', tax: '535.73' };
  expect(subjectOf(summary.table.columns, row, 'EUR')).toBe('Aldgate Reinsurance · Fire, EUR');
});

test('an account has its name, and its sub-ledger the party', () => {
  const row = { ...account, currency: 'KES' };
  expect(subjectOf(trial, row, 'KES')).toBe('1200 Premium receivable, KES');
  expect(subjectOf(trial, { ...row, party: { id: 7, name: 'Jubilee' } }, 'KES')).toBe(
    '1200 Premium receivable · Jubilee, KES',
  );
});

test('what is in base of a row in another currency says both', () => {
  expect(subjectOf(trial, { ...account, currency: 'UGX' }, 'KES')).toBe('1200 Premium receivable in UGX, in KES');
  expect(subjectOf(positions.table.columns, { currency: 'GBP' }, 'KES')).toBe('GBP, in KES');
  expect(subjectOf(positions.table.columns, { currency: 'GBP' }, 'GBP')).toBe('GBP');
});

test('a row without a currency is in that of the figure', () => {
  expect(subjectOf({}, {}, 'KES')).toBe('KES');
});
