import { describe, expect, test } from 'vitest';
import { changesBetween, refsIn } from './changes.ts';

const NAMES: Record<string, string> = {
  'party 1': 'Savannah',
  'party 2': 'Alpha Re',
  'party 3': 'Beta Re',
  'clause 7': 'NMA 1 War',
  'note 4': 'DN/1',
};
const nameOf = (kind: string, id: number) => NAMES[`${kind} ${id}`] ?? `#${id}`;
const WAS = {
  reinsured: 1,
  currency: 'KES',
  sum_insured: '500000000',
  premium: null,
  rate: '250000',
  fac: '60000000',
  insurance_start_date: '2026-03-01',
  payment_terms: 'LUMP_30',
  interest: '',
  clauses: [],
  securities: [
    { security: 2, share: '25000000' },
    { security: 3, share: '35000000', offer: '40000000' },
  ],
};
const diff = (changes: Record<string, unknown>) => changesBetween(WAS, { ...WAS, ...changes }, nameOf);

describe('what changed, in words', () => {
  test.each<[Record<string, unknown>, [string, string | null, string | null][]]>([
    [{}, []],
    [{ id: 9, version: 3 }, []],
    [{ sum_insured: '600000000.00' }, [['Sum insured', 'KES 500,000,000.00', 'KES 600,000,000.00']]],
    [{ sum_insured: '500000000.00' }, []],
    [{ premium: '1250000' }, [['Premium, 100%', null, 'KES 1,250,000.00']]],
    [
      { rate: '300000', fac: '55500000' },
      [
        ['Rate', '0.25%', '0.3%'],
        ['Fac (order)', '60%', '55.5%'],
      ],
    ],
    [{ insurance_start_date: '2026-04-01' }, [['First day of cover', 'Mar 1, 2026', 'Apr 1, 2026']]],
    [{ reinsured: 8 }, [['Reinsured', 'Savannah', '#8']]],
    [{ clauses: [7] }, [['Clauses', null, 'NMA 1 War']]],
    [{ warranty: { kind: 'PPW', days: 30 } }, [['Warranty or condition', null, 'PPW, 30 days']]],
    [{ interest: 'Plant <b>' }, [['Interest', null, 'Plant <b>']]],
    [{ slipLeader: 'x' }, [['Slip leader', null, 'x']]],
  ])('%j', (changes, expected) => {
    expect(diff(changes).map((one) => [one.label, one.before, one.after])).toEqual(expected);
  });

  test('lines by the name of their security: what came, what went, what moved', () => {
    const found = diff({
      securities: [
        { security: 2, share: '20000000' },
        { security: 9, share: '40000000' },
      ],
    });
    expect(found.map((one) => [one.label, one.before, one.after])).toEqual([
      ['Securities added', null, '#9'],
      ['Securities removed', 'Beta Re', null],
      ['Alpha Re, signed line', '25%', '20%'],
      ['Alpha Re, written line', '25%', '20%'],
      ['Beta Re, signed line', '35%', null],
      ['Beta Re, written line', '40%', null],
      ['#9, signed line', null, '40%'],
      ['#9, written line', null, '40%'],
    ]);
    expect(diff({ securities: WAS.securities.toReversed() })).toEqual([]);
  });

  test('parts within parts: a slip by its headings, rows that only their place tells apart, stamps by their security', () => {
    const slip = (changes: object) => ({
      currency: 'USD',
      slip: {
        risk: { type: 'Facultative', subjectivities: [{ what: 'Survey', met_on: null }] },
        security: { liability: 'Several', stamps: [{ security: 2, stamp: 'ALP' }] },
        subscription: { leader: 2 },
        sections: [{ name: 'One', premium: '10' }],
        ...changes,
      },
    });
    const found = changesBetween(
      slip({}),
      slip({
        risk: { type: 'Facultative', subjectivities: [{ what: 'Survey', met_on: '2026-04-01' }, { what: 'Photos' }] },
        security: { liability: 'Several', stamps: [{ security: 2, stamp: 'ALR' }] },
        subscription: { leader: 3 },
        sections: [{ name: 'One', premium: '12' }],
      }),
      nameOf,
    );
    expect(found.map((one) => [one.label, one.before, one.after])).toEqual([
      ['Risk: Subjectivities 1: Met on', null, '2026-04-01'],
      ['Risk: Subjectivities 2: What', null, 'Photos'],
      ['Alpha Re, stamp', 'ALP', 'ALR'],
      ['Subscription: Slip leader', 'Alpha Re', 'Beta Re'],
      ['Sections 1: Premium, 100%', 'USD 10.00', 'USD 12.00'],
    ]);
    expect([...refsIn(slip({}))]).toEqual([['party', [2, 2]]]);
  });

  test('an amount is told in the currency of its own side', () => {
    expect(changesBetween({ currency: 'KES', amount: '10' }, { currency: 'JPY', amount: '10' }, nameOf)).toMatchObject([
      { label: 'Currency', before: 'KES', after: 'JPY' },
      { label: 'Amount', before: 'KES 10.00', after: 'JPY 10' },
    ]);
  });

  test('what bodies refer to, whatever somebody put into them', () => {
    const refs = refsIn(WAS, { allocations: [{ note: 4 }, 'x', null], clauses: [7, 'y'], securities: 'none' });
    expect([...refs]).toEqual([
      ['party', [1, 2, 3]],
      ['note', [4]],
      ['clause', [7]],
    ]);
    expect(changesBetween({ securities: 'none' }, { securities: [1, null] }, nameOf)).toEqual([]);
  });
});
