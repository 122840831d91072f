import { expect, test } from 'vitest';
import { emailKey, nameKey } from './names.ts';

test.each([
  ['Ábèl  Mutual', 'abel mutual'],
  ['ABEL MUTUAL', 'Abel Mutual'],
  ['Abel\u00a0Mutual', 'Abel Mutual'],
  ['Abel\u200bMutual', 'AbelMutual'],
  ['Ａｂｅｌ Mutual', 'Abel Mutual'],
  ['\u0627\u0644\u062a\u0623\u0645\u064a\u0646 ', '\u0627\u0644\u062a\u0623\u0645\u064a\u0646'],
])('"%s" and "%s" are one name', (a, b) => expect(nameKey(a)).toBe(nameKey(b)));

test.each([
  ['Abel Mutual', 'Abel Mutual 2'],
  ['Acme-Re', 'Acme Re'],
])('"%s" and "%s" are two names', (a, b) => expect(nameKey(a)).not.toBe(nameKey(b)));

test('one mailbox is one key', () => expect(emailKey(' Amina@Example.COM ')).toBe('amina@example.com'));
