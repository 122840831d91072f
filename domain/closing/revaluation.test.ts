import { describe, expect, test } from 'vitest';
import { parseExchangeRate, type ExchangeRate } from '../values/rate.ts';
import { sum } from '../values/money.ts';
import { gainAndLoss, revaluationLines, valueOf, type Position } from './revaluation.ts';

const rate = (text: string): ExchangeRate => {
  const read = parseExchangeRate(text);
  if (typeof read !== 'bigint') throw new Error(text);
  return read;
};
const usd = (account: string, amount: bigint, base: bigint): Position => ({ account, currency: 'USD', amount, base });
const at = (text: string) => ({ base: 'KES', rate: rate(text) });
const revalued = (positions: readonly Position[], text: string) =>
  positions.map((one) => ({ ...one, ...valueOf(one, at(text)) }));

const OWED = { ...usd('1200', 1_000_000n, 129_500_000n), partyId: 1 };
const OWING = { ...usd('2100', -850_000n, -110_075_000n), partyId: 2 };

describe('a revaluation', () => {
  test.each([
    ['what is owed to us', { position: OWED, text: '129.9', difference: 400_000n }],
    ['what is owed by us', { position: OWING, text: '129.9', difference: -340_000n }],
    ['at the rate that it was booked at', { position: OWED, text: '129.5', difference: 0n }],
    [
      'a bank that got USD 10,000 at 130.10 and paid it at 130.40',
      { position: usd('1010', 0n, -300_000n), text: '131', difference: 300_000n },
    ],
    ['what is rounded half away from zero', { position: usd('1010', -1n, 0n), text: '0.5', difference: -1n }],
    [
      'a currency without decimals',
      { position: { ...usd('1010', 1_000n, 0n), currency: 'JPY' }, text: '0.86', difference: 86_000n },
    ],
    [
      'a currency with three',
      { position: { ...usd('1010', 1_000n, 42_000n), currency: 'KWD' }, text: '421.5', difference: 150n },
    ],
  ])('moves %s', (_what, { position, text, difference }) => {
    expect(valueOf(position, at(text)).difference).toBe(difference);
  });

  test('books gains apart from losses, each line of nothing in its currency, and sums to nothing in base', () => {
    const both = revalued([OWED, OWING], '129.9');
    expect(gainAndLoss(both)).toEqual({ gain: 400_000n, loss: 340_000n });
    const lines = revaluationLines(both);
    expect(lines.map((line) => [line.account, line.partyId, line.amount, line.base])).toEqual([
      [{ code: '1200' }, 1, 0n, 400_000n],
      [{ code: '2100' }, 2, 0n, -340_000n],
      ['EXCHANGE_GAIN', undefined, 0n, -400_000n],
      ['EXCHANGE_LOSS', undefined, 0n, 340_000n],
    ]);
    expect(sum(lines.map((line) => line.base))).toBe(0n);
  });

  test('books nothing where nothing changes, and each currency’s gain under its own', () => {
    expect(revaluationLines(revalued([OWED], '129.5'))).toEqual([]);
    const euros = { ...OWED, currency: 'EUR', base: 140_000_000n };
    const lines = revaluationLines([
      { ...OWED, value: 0n, difference: 5n },
      { ...euros, value: 0n, difference: 7n },
    ]);
    expect(lines.map((line) => [line.currency, line.base])).toEqual([
      ['EUR', 7n],
      ['EUR', -7n],
      ['USD', 5n],
      ['USD', -5n],
    ]);
  });
});
