import { expect, test } from 'vitest';
import { taxAmountFaults, type TaxAmounts } from './tax-amounts.ts';

test.each<{ name: string; entered: TaxAmounts<string>; at: string[] }>([
  { name: 'a rate', entered: { rate: '5', basis: 'GROSS' }, at: [] },
  { name: 'a rate of 0', entered: { rate: '0', basis: 'GROSS' }, at: [] },
  { name: 'a rate with a minimum', entered: { rate: '5', basis: 'GROSS', minimum: '40', currency: 'KES' }, at: [] },
  { name: 'a flat amount', entered: { flat: '40', currency: 'KES' }, at: [] },
  { name: 'nothing', entered: { rate: '', flat: null }, at: ['rate'] },
  { name: 'both', entered: { rate: '5', basis: 'GROSS', flat: '40', currency: 'KES' }, at: ['flat'] },
  { name: 'a rate of nothing', entered: { rate: '5' }, at: ['basis'] },
  { name: 'a minimum of a flat amount', entered: { flat: '40', minimum: '10', currency: 'KES' }, at: ['minimum'] },
  { name: 'an amount without a currency', entered: { flat: '40' }, at: ['currency'] },
  { name: 'a currency without an amount', entered: { rate: '5', basis: 'GROSS', currency: 'KES' }, at: ['currency'] },
  { name: 'an amount of nothing', entered: { flat: '0', currency: 'KES' }, at: ['flat'] },
  { name: 'more decimals than the currency has', entered: { flat: '1.5', currency: 'JPY' }, at: ['flat'] },
  { name: 'no amount', entered: { flat: 'forty', currency: 'KES' }, at: ['flat'] },
])('$name', ({ entered, at }) => {
  expect(taxAmountFaults(entered).map((fault) => fault.field)).toEqual(at);
});
