import { describe, expect, test } from 'vitest';
import { DATE, EXAMPLE, kes, NOTHING_TYPED, TERMS, YEAR } from './example.ts';
import { endorse, SHORT_RATE } from './endorsements.ts';
import { alternativesOf, basisOf, readEndorsement, type Ground, type Typed } from './bases.ts';
import { keptAs, readKept } from './kept.ts';

const GROUND: Ground = {
  stack: EXAMPLE,
  original: { premium: kes('1250000.00'), sumInsured: kes('500000000.00') },
  sumInsured: kes('500000000.00'),
  taxes: TERMS.taxes,
  shortRate: SHORT_RATE,
};
const typed = (changes: Partial<Typed> = {}): Typed => ({ ...NOTHING_TYPED, ...changes });

function premiumOf(changes: Partial<Typed>): bigint | string {
  const read = readEndorsement(GROUND, typed(changes));
  return read.endorsement ? endorse(EXAMPLE, read.endorsement).premium : (read.faults[0]?.message ?? '');
}

describe('premium by basis', () => {
  test.each([
    ['AP for 100 million more, pro rata', { sumInsured: kes('600000000') }, kes('100000.00')],
    ['the same flat', { sumInsured: kes('600000000'), basis: 'FLAT' }, kes('250000.00')],
    ['keyed', { keyed: kes('1.00') }, kes('1.00')],
    ['RP for 100 million less', { type: 'RP', sumInsured: kes('400000000') }, -kes('100000.00')],
    ['the same at short rate', { type: 'RP', sumInsured: kes('400000000'), basis: 'SHORT' }, -kes('90000.00')],
    ['the same flat', { type: 'RP', sumInsured: kes('400000000'), basis: 'FLAT' }, -kes('250000.00')],
    ['cancelled pro rata', { type: 'CANCEL_PRORATA' }, -kes('500000.00')],
    ['cancelled at short rate', { type: 'CANCEL_SHORT' }, -kes('450000.00')],
    ['cancelled from the first day', { type: 'CANCEL_FLAT', date: YEAR.start }, -kes('1250000.00')],
    ['no premium', { type: 'NIL' }, 0n],
    ['nothing said', {}, 'Enter the premium or the new sum insured.'],
    ['keyed without an amount', { basis: 'KEYED' }, 'Enter the premium.'],
    ['a basis of another type', { basis: 'SHORT' }, 'Choose how the premium is worked out.'],
    ['an extension without an end', { type: 'EXT' }, 'Enter the last day of cover.'],
    ['securities without lines', { type: 'SEC' }, 'Enter the securities from this date on.'],
  ] satisfies [string, Partial<Typed>, bigint | string][])('%s', (_, changes, expected) => {
    expect(premiumOf(changes)).toBe(expected);
  });
});

test('a keyed premium is meant where no basis is chosen', () => {
  expect(basisOf(typed({ keyed: 1n }))).toBe('KEYED');
  expect(basisOf(typed())).toBe('PRO_RATA');
  expect(basisOf(typed({ type: 'NIL', keyed: 1n }))).toBeNull();
});

test('a cancellation is shown in each of its types, the flat one on the first day', () => {
  const shown = alternativesOf(typed({ type: 'CANCEL_SHORT' }), { start: YEAR.start });
  expect(shown.map(({ basis, type, typed: one }) => [basis, type, one.date])).toEqual([
    ['PRO_RATA', 'CANCEL_PRORATA', DATE],
    ['SHORT', 'CANCEL_SHORT', DATE],
    ['FLAT', 'CANCEL_FLAT', YEAR.start],
    ['KEYED', 'CANCEL_SHORT', DATE],
  ]);
});

test('what was applied is read back exactly as it was kept', () => {
  for (const changes of [
    { sumInsured: kes('600000000') },
    { type: 'RP' as const, sumInsured: kes('400000000') },
    { type: 'SEC' as const, lines: TERMS.lines },
    { type: 'EXT' as const, end: '2027-03-31', date: '2027-03-01' },
  ]) {
    const { endorsement } = readEndorsement(GROUND, typed(changes));
    if (!endorsement) throw new Error('It should be read.');
    expect(readKept(keptAs(endorsement))).toEqual(endorsement);
  }
});
