import { expect, test } from 'vitest';
import { parseExchangeRate, type ExchangeRate } from '../values/rate.ts';
import { readParts } from './parts.ts';

const rate = (text: string) => parseExchangeRate(text) as ExchangeRate;
const rates = new Map<string, ExchangeRate | null>([
  ['KES', rate('1')],
  ['USD', rate('130.1')],
  ['JPY', rate('0.8674')],
  ['KWD', rate('423.55')],
  ['UGX', null],
]);
const read = (currency: string, part: { amount: string; note_amount?: string }, into: string) =>
  readParts([{ note: 1, ...part }], { currency, rates }, new Map([[1, { currency: into }]]));

test.each([
  [
    ['KES', '1301000.00'],
    ['USD', 1_000_000n],
  ],
  [
    ['KES', '1000.00'],
    ['JPY', 1153n],
  ],
  [
    ['KES', '1000.00'],
    ['KWD', 2361n],
  ],
  [
    ['USD', '10000.00'],
    ['KES', 130_100_000n],
  ],
  [
    ['JPY', '1000000'],
    ['KWD', 2_047_928n],
  ],
  [
    ['KWD', '2047.928'],
    ['JPY', 1_000_000n],
  ],
  [
    ['KES', '500.00'],
    ['KES', 50_000n],
  ],
] as const)('%s comes to %s at the rates of the day', ([currency, amount], [into, noteAmount]) => {
  expect(read(currency, { amount }, into)).toMatchObject({ allocations: [{ note: 1, noteAmount }], faults: [] });
});

test('both may be typed: what it settles is then what was agreed, and needs no rate', () => {
  expect(read('KES', { amount: '1301000.00', note_amount: '10005.00' }, 'USD').allocations).toEqual([
    { note: 1, amount: 130_100_000n, noteAmount: 1_000_500n },
  ]);
  expect(read('KES', { amount: '100.00', note_amount: '2800' }, 'UGX').faults).toEqual([]);
});

test.each([
  [
    'nothing typed and no rate',
    { into: 'UGX', amount: '100.00' },
    { field: 'note_amount', message: 'Enter what it settles in UGX.' },
  ],
  [
    'less than its smallest unit',
    { into: 'JPY', amount: '0.10' },
    { field: 'note_amount', message: 'Enter what it settles in JPY.' },
  ],
  [
    'more decimals than its currency has',
    { into: 'JPY', amount: '100.00', note_amount: '0.5' },
    { field: 'note_amount', message: 'JPY amounts have fewer decimals.' },
  ],
  [
    'nothing',
    { into: 'USD', amount: '100.00', note_amount: '0' },
    { field: 'note_amount', message: 'Amount must be more than 0.' },
  ],
  [
    'another amount of the same currency',
    { into: 'KES', amount: '100.00', note_amount: '99.00' },
    { field: 'note_amount', message: 'A note in KES is settled by what is taken of the receipt.' },
  ],
  [
    'nothing of the receipt',
    { into: 'USD', amount: '0', note_amount: '5.00' },
    { field: 'amount', message: 'Amount must be more than 0.' },
  ],
])('%s is refused', (_, { into, ...part }, { field, message }) => {
  expect(read('KES', part, into).faults).toEqual([{ field: `allocations.0.${field}`, message }]);
});
