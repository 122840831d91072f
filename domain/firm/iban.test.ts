import { describe, expect, test } from 'vitest';
import { isIban, isSwift, plainCode, showIban } from './iban.ts';

describe('IBAN', () => {
  test.each([
    'GB82 WEST 1234 5698 7654 32',
    'gb82west12345698765432',
    'DE89 3704 0044 0532 0130 00',
    'FR14 2004 1010 0505 0001 3M02 606',
    'MU17 BOMM 0101 1010 3030 0200 000M UR',
    'NO93 8601 1117 947',
  ])('%s is one', (text) => {
    expect(isIban(text)).toBe(true);
  });
  test.each([
    ['', 'empty'],
    ['GB82 WEST 1234 5698 7654 33', 'its checksum'],
    ['GB28 WEST 1234 5698 7654 32', 'two digits exchanged'],
    ['GB82 WEST 1234 5698 7654 3', 'too short for its country'],
    ['DE89 3704 0044 0532 0130 000', 'too long for its country'],
    ['1234567890', 'a plain account number'],
    ['GB82-WEST-1234-5698-7654-32', 'hyphens'],
  ])('%s is none: %s', (text) => {
    expect(isIban(text)).toBe(false);
  });
  test('is kept plain and shown in groups of four', () => {
    expect(plainCode(' gb82 west1234 5698765432 ')).toBe('GB82WEST12345698765432');
    expect(showIban('GB82WEST12345698765432')).toBe('GB82 WEST 1234 5698 7654 32');
  });
});

describe('SWIFT', () => {
  test.each(['SCBLKENX', 'scbl ken x', 'DEUTDEFF500'])('%s is one', (text) => {
    expect(isSwift(text)).toBe(true);
  });
  test.each(['', 'SCBLKEN', 'SCBLKENXX', 'SCBL1ENX', 'DEUTDEFF5000', '12345678'])('%s is none', (text) => {
    expect(isSwift(text)).toBe(false);
  });
});
