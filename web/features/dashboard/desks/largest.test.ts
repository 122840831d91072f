import { expect, test } from 'vitest';
import { largestSecurities } from './largest.ts';

const row = (id: string, currency: string, [own, all]: [string | null, string | null]) => ({
  id,
  currency,
  base_exposure: own,
  base_lines: all,
});

test('securities stand by what their lines come to, and before them those of which that is not known, with the currencies that have no rate', () => {
  const data = [
    row('1', 'KES', ['900.00', '900.00']),
    row('2', 'KES', ['50.00', null]),
    row('2', 'USD', [null, null]),
    row('2', 'ZMW', [null, null]),
    row('3', 'EUR', ['400.00', '1000.00']),
    row('3', 'KES', ['600.00', '1000.00']),
    row('4', 'KES', ['0.00', '0.00']),
  ];
  expect(largestSecurities(data, 'KES').map(({ id, value, unrated }) => [id, value, unrated])).toEqual([
    ['2', null, ['USD', 'ZMW']],
    ['3', '1000.00', []],
    ['1', '900.00', []],
    ['4', '0.00', []],
  ]);
});
