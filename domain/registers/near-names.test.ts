import { describe, expect, test } from 'vitest';
import { nearName, nearness } from './near-names.ts';

describe('what tells a name from others', () => {
  test.each([
    ['Kenya Reinsurance Corporation Ltd', 'kenya re'],
    ['KENYA  RE', 'kenya re'],
    ['Société d’Assurances du Mali S.A.', 'societe dassurances du mali'],
    ['Ins. Co. of Africa', 'ins africa'],
    ['The Company Limited', 'the company limited'],
    ['Munich Re GmbH & Co. KG', 'munich re'],
  ])('%s → %s', (name, words) => expect(nearName(name).join(' ')).toBe(words));
});

describe('how near two names are', () => {
  test.each([
    ['Kenya Re', 'Kenya Reinsurance Corporation Ltd'],
    ['Jubilee Insurance Company of Kenya Limited', 'Jubilee Assurance Kenya'],
    ['SwissRe', 'Swiss Re'],
    ['Re Zep', 'ZEP-RE'],
    ['Crédit Mutuel Assurances', 'Credit Mutuel Insurance'],
    ['Savannah Ins. Co.', 'Savannah Insurance Company Ltd'],
    ['Africa Insurance', 'Insurance of Africa'],
  ])('%s is %s', (one, other) => {
    expect(nearness(one, other)).toBe('SAME');
    expect(nearness(other, one)).toBe('SAME');
  });
  test.each([
    ['Savanah Insurance', 'Savannah Insurance'],
    ['Britma Insurance', 'Britam Insurance'],
    ['Jubilee Holdings Insurance', 'Jubilee Holdings Insurance Kenya'],
    ['Kenindia', 'Kenindia Assurance Co.'],
    ['Lloyds Syndicate 1234', 'Lloyd’s Syndicate 1234 Ltd Agency'],
  ])('%s is near %s', (one, other) => {
    expect(nearness(one, other)).toBe('NEAR');
    expect(nearness(other, one)).toBe('NEAR');
  });
  test.each([
    ['Jubilee Insurance Kenya', 'Jubilee Insurance Uganda'],
    ['Kenya Re', 'Tanzania Re'],
    ['Kenya Re', 'Ghana Re'],
    ['Syndicate 1234', 'Syndicate 1235'],
    ['Security A', 'Security B'],
    ['Kenya Insurance', 'Kenya Airways'],
    ['First Assurance', 'First Reinsurance'],
    ['AIG', 'AXA'],
    ['Africa Re', 'Africa Re Life Takaful'],
  ])('%s is not %s', (one, other) => {
    expect(nearness(one, other)).toBeNull();
    expect(nearness(other, one)).toBeNull();
  });
});
