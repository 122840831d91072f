import { describe, expect, test } from 'vitest';
import { classDefaults, isFromClass, refilled } from './class-defaults.ts';

const terms = (id: number, [commission, brokerage]: (string | null)[], local: number[] = []) => ({
  id,
  commission: commission ?? null,
  brokerage: brokerage ?? null,
  clauses: { LOCAL: local, LONDON: [99] },
});
const CLASSES = [
  { ...terms(1, ['25', '5'], [10, 11]), subclasses: [terms(2, ['30'], [12, 10]), terms(3, [])] },
  { ...terms(4, []), subclasses: [] },
];
const defaultsOf = (coverType: string) => classDefaults(CLASSES, coverType, 'LOCAL');
const empty = { cedant_commission: '', brokerage: '', clauses: [] as string[] };

describe('what a class gives', () => {
  test.each([
    ['1', { cedant_commission: '25', brokerage: '5', clauses: ['10', '11'] }],
    ['2', { cedant_commission: '30', brokerage: '5', clauses: ['10', '11', '12'] }],
    ['3', { cedant_commission: '25', brokerage: '5', clauses: ['10', '11'] }],
    ['4', empty],
    ['', empty],
    // A class that is inactive by now is not among the choices.
    ['77', empty],
  ])('%s', (coverType, defaults) => {
    expect(defaultsOf(coverType)).toEqual(defaults);
  });

  test('each market its own clauses', () => {
    expect(classDefaults(CLASSES, '2', 'LONDON').clauses).toEqual(['99']);
  });
});

describe('choosing a class', () => {
  test('fills what is empty', () => {
    expect(refilled(empty, defaultsOf(''), defaultsOf('2'))).toEqual({
      cedant_commission: '30',
      brokerage: '5',
      clauses: ['10', '11', '12'],
    });
  });

  test('leaves what was entered by hand', () => {
    const typed = { cedant_commission: '22.5', brokerage: '0', clauses: ['50'] };
    expect(refilled(typed, defaultsOf(''), defaultsOf('2'))).toEqual({});
  });

  test('changing it takes along what the former one gave, and that alone', () => {
    const values = { cedant_commission: '30.00', brokerage: '7', clauses: ['10', '11', '12'] };
    expect(refilled(values, defaultsOf('2'), defaultsOf('1'))).toEqual({
      cedant_commission: '25',
      clauses: ['10', '11'],
    });
    expect(refilled({ ...values, clauses: ['10', '11'] }, defaultsOf('2'), defaultsOf('1'))).toEqual({
      cedant_commission: '25',
    });
  });

  test('a class that gives nothing takes the former one’s away, not what was entered', () => {
    const values = { cedant_commission: '25', brokerage: '6', clauses: ['10', '11'] };
    expect(refilled(values, defaultsOf('1'), defaultsOf('4'))).toEqual({ cedant_commission: '', clauses: [] });
  });

  test('clauses that were all taken out stay out', () => {
    expect(refilled({ ...empty, clauses: [] }, defaultsOf('1'), defaultsOf('2'))).not.toHaveProperty('clauses');
  });
});

test.each([
  ['cedant_commission', '25.0', true],
  ['cedant_commission', '26', false],
  ['brokerage', '', false],
] as const)('%s %j is from the class: %s', (field, value, from) => {
  expect(isFromClass({ ...empty, [field]: value }, defaultsOf('1'), field)).toBe(from);
});

test('nothing is from a class that gives nothing', () => {
  expect(isFromClass(empty, defaultsOf('4'), 'clauses')).toBe(false);
  expect(isFromClass(empty, defaultsOf('4'), 'brokerage')).toBe(false);
});
