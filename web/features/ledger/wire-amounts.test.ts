import { describe, expect, it } from 'vitest';
import { differenceOf, isNothing, shareOf, showShare, sumOf, unitsOf } from './wire-amounts.ts';

describe('amounts of the wire', () => {
  it('adds and subtracts exactly, in the decimals of the currency', () => {
    expect(sumOf(['0.10', '0.20', null, ''], 'KES')).toBe('0.30');
    expect(sumOf(['9007199254740993', '1'], 'JPY')).toBe('9007199254740994');
    expect(differenceOf('100.000', '0.001', 'KWD')).toBe('99.999');
  });
  it('counts what is empty or half typed as nothing', () => {
    expect(unitsOf('1.', 'KES')).toBe(0n);
    expect(isNothing('0.00', 'KES')).toBe(true);
    expect(isNothing('0.01', 'KES')).toBe(false);
  });
  it('gives a share between 0 and 100', () => {
    expect(shareOf(375n, 1000n)).toBe('37.5%');
    expect(shareOf(-1n, 10n)).toBe('0%');
    expect(shareOf(20n, 10n)).toBe('100.0%');
    expect(shareOf(1n, 0n)).toBe('0%');
  });
  it('rounds a share half up to a tenth', () => {
    expect([1395n, 464n, 7164n, 977n].map((part) => shareOf(part, 10_000n))).toEqual([
      '14.0%',
      '4.6%',
      '71.6%',
      '9.8%',
    ]);
    expect(shareOf(1n, 2000n)).toBe('0.1%');
    expect(shareOf(9996n, 10_000n)).toBe('100.0%');
  });
  it('says of what is too little for a tenth that it is something', () => {
    expect(showShare(9n, 10_000n)).toBe('0.1%');
    expect(showShare(4n, 10_000n)).toBe('<0.1%');
    expect(shareOf(4n, 10_000n)).toBe('0%');
    expect(showShare(0n, 10_000n)).toBe('0%');
    expect(showShare(1n, 0n)).toBe('0%');
  });
});
