import { expect, test } from 'vitest';
import { splitCopied } from '../grid/grid-paste.ts';
import { readTypedDay } from './read-day.ts';
import { readTypedAmount, readTypedRate } from '../../../domain/values/typed.ts';

test.each([
  ['1.5m', '1500000.00'],
  ['250k', '250000.00'],
  ['KES 1,250,000.00', '1250000.00'],
  ['1,250,000.00 KES', '1250000.00'],
  ['KSh. 500', '500.00'],
  ['Ksh 1,000/=', '1000.00'],
  ['1.250.000,00', '1250000.00'],
  ['1 250 000', '1250000.00'],
  ['12,50,000.00', '1250000.00'],
  ['1,000', '1000.00'],
  ['(1,000)', '-1000.00'],
  ['−5', '-5.00'],
  ['1,5m', '1500000.00'],
  ['€ 12', '12.00'],
  ['.5', '0.50'],
  ['5.', '5.00'],
  ['1.5bn', '1500000000.00'],
  ['0,005', null],
  ['1,0000', null],
  ['12.345', null],
  ['USD 500', null],
  ['500 usd', null],
  ['abc', null],
  ['1.2.3', null],
  ['', null],
])('the amount %j is %j', (text, wire) => {
  expect(readTypedAmount(text, 'KES')).toBe(wire);
});

test('an amount has the decimals of its currency', () => {
  expect(readTypedAmount('1.5', 'JPY')).toBeNull();
  expect(readTypedAmount('1.5k', 'JPY')).toBe('1500');
  expect(readTypedAmount('1.234', 'KWD')).toBe('1.234');
});

test.each([
  ['25', '25'],
  ['12,5', '12.5'],
  ['33,333333', '33.333333'],
  ['0.25%', '0.25'],
  ['33.3333333', null],
  ['1k', null],
])('the percentage %j is %j', (text, wire) => {
  expect(readTypedRate(text)).toBe(wire);
});

test.each([
  ['20/11/2026', '2026-11-20'],
  ['20 nov 26', '2026-11-20'],
  ['20nov', '2026-11-20'],
  ['2026-11-20', '2026-11-20'],
  ['Nov 20, 2026', '2026-11-20'],
  ['20 November 2026', '2026-11-20'],
  ['20/11', '2026-11-20'],
  ['today', '2026-11-21'],
  ['+30', '2026-12-21'],
  ['-1w', '2026-11-14'],
  ['+3m', '2027-02-21'],
  ['31/02/2026', null],
  ['x', null],
])('the day %j is %j', (text, day) => {
  expect(readTypedDay(text, '2026-11-21')).toBe(day);
});

test('a copy from a spreadsheet is split into cells, quotes undone', () => {
  expect(splitCopied('A\t1\r\n"B\tx"\t2\n')).toEqual([
    ['A', '1'],
    ['B\tx', '2'],
  ]);
});
