import { describe, expect, test } from 'vitest';
import { sum } from '../values/money.ts';
import { parseExchangeRate, PAR, type ExchangeRate } from '../values/rate.ts';
import { baseOfExchange, costNotice, costOfExchange, draftOfCost, transferLines, type Exchange } from './conversion.ts';

const rateOf = (text: string): ExchangeRate => {
  const rate = parseExchangeRate(text);
  if (typeof rate !== 'bigint') throw new Error(rate);
  return rate;
};
const RATES = { KES: PAR, USD: rateOf('130.1'), EUR: rateOf('141.5'), JPY: rateOf('0.87') };
type Currency = keyof typeof RATES;
const exchange = (paid: [Currency, bigint], bought: [Currency, bigint]): Exchange => ({
  paid: { currency: paid[0], amount: paid[1] },
  bought: { currency: bought[0], amount: bought[1] },
  base: 'KES',
  rates: { paid: RATES[paid[0]], bought: RATES[bought[0]] },
});
const M6 = exchange(['KES', 130_250_000n], ['USD', 1_000_000n]);
const BANKS = {
  from: { account: { code: '1010' }, bankAccountId: 1 },
  into: { account: { code: '1010' }, bankAccountId: 2 },
};

describe('what a conversion comes to in base, and what it cost (M6)', () => {
  test.each([
    [
      'M6: KES 1,302,500.00 buys USD 10,000.00 at 130.10',
      M6,
      { base: 130_250_000n, cost: { currency: 'KES', amount: 150_000n } },
    ],
    [
      'it brings more than the day says',
      exchange(['KES', 130_000_000n], ['USD', 1_000_000n]),
      { base: 130_000_000n, cost: { currency: 'KES', amount: -100_000n } },
    ],
    [
      'exactly what the day says',
      exchange(['KES', 130_100_000n], ['USD', 1_000_000n]),
      { base: 130_100_000n, cost: { currency: 'KES', amount: 0n } },
    ],
    [
      'dollars into base',
      exchange(['USD', 1_000_000n], ['KES', 130_000_000n]),
      { base: 130_000_000n, cost: { currency: 'KES', amount: 100_000n } },
    ],
    // Base is what is paid away at the day's rate; USD 10,800.00 × 130.10 ÷ 141.50 are worth EUR 9,929.89.
    [
      'neither is base',
      exchange(['EUR', 1_000_000n], ['USD', 1_080_000n]),
      { base: 141_500_000n, cost: { currency: 'EUR', amount: 7011n } },
    ],
    [
      'of no decimals',
      exchange(['USD', 1_000_000n], ['JPY', 1_490_000n]),
      { base: 130_100_000n, cost: { currency: 'USD', amount: 3613n } },
    ],
    [
      'a transfer costs nothing',
      exchange(['USD', 1_000_000n], ['USD', 1_000_000n]),
      { base: 130_100_000n, cost: { currency: 'USD', amount: 0n } },
    ],
  ])('%s', (_name, one, { base, cost }) => {
    expect(baseOfExchange(one)).toBe(base);
    expect(costOfExchange(one)).toEqual(cost);
  });
});

test('M6 passes exchange clearing once in each currency and leaves no base there', () => {
  const lines = transferLines(M6, BANKS);
  expect(lines.map(({ account, currency, amount, base }) => [account, currency, amount, base])).toEqual([
    [{ code: '1010' }, 'USD', 1_000_000n, 130_250_000n],
    ['EXCHANGE_CLEARING', 'USD', -1_000_000n, -130_250_000n],
    ['EXCHANGE_CLEARING', 'KES', 130_250_000n, 130_250_000n],
    [{ code: '1010' }, 'KES', -130_250_000n, -130_250_000n],
  ]);
  for (const currency of ['USD', 'KES'])
    expect(sum(lines.filter((line) => line.currency === currency).map((line) => line.amount))).toBe(0n);
});

test('a transfer is two lines, and no clearing', () => {
  const lines = transferLines(exchange(['KES', 5n], ['KES', 5n]), BANKS);
  expect(lines.map((line) => [line.bankAccountId, line.amount, line.base])).toEqual([
    [2, 5n, 5n],
    [1, -5n, -5n],
  ]);
});

test('a cost is made good, what is left over drawn, and each says so', () => {
  const of = (amount: bigint) => ({ currency: 'KES', amount });
  expect([draftOfCost(of(150_000n)), draftOfCost(of(-1n)), draftOfCost(of(0n))]).toEqual([
    { kind: 'MAKE_GOOD', amount: 150_000n },
    { kind: 'EXCHANGE_DRAWING', amount: 1n },
    null,
  ]);
  expect(costNotice(of(150_000n))).toMatch(/^It costs KES 1,500\.00 more .* making good/);
  expect(costNotice(of(-1n))).toMatch(/^It brings KES 0\.01 more .* drawing/);
  expect(costNotice(of(0n))).toBeNull();
});
