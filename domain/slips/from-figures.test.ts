import { expect, it, test } from 'vitest';
import { EXAMPLE, TERMS } from '../endorsements/example.ts';
import { notedOn } from '../endorsements/layers.ts';
import { EMPTY, FACTS, GOOD, percent, sectionOf } from './example.ts';
import { figuredTerms, withFigures } from './from-figures.ts';
import { findingsOf } from './reading.ts';

const FIGURES = notedOn(EXAMPLE);
const FIGURED = {
  currency: 'KES',
  sumInsured: 50_000_000_000n,
  bySection: [],
  commission: percent('25'),
  brokerage: percent('5'),
  paymentTerms: 'LUMP_30',
  lines: FIGURES.lines,
} as const;

it('says under each heading what the figures are', () => {
  expect(figuredTerms(FIGURED)).toEqual({
    limit: 'KES 500,000,000.00',
    payment_terms: 'In full within 30 days',
    brokerage: '5% of the premium',
    deductions: 'Cedant commission 25% of the premium',
    taxes_payable: [{ tax: TERMS.taxes[0]?.name, payable_by: 'Reinsurers' }],
    tax_payable: TERMS.taxes[0]?.name,
  });
});

test.each([
  [{ brokerage: 0n }, { brokerage: 'None' }],
  [{ commission: 0n }, { deductions: 'None' }],
  [{ sumInsured: 0n }, { limit: '' }],
  [
    { lines: FIGURES.lines.map((line) => ({ ...line, taxes: [] })) },
    { taxes_payable: [{ tax: 'None', payable_by: '' }], tax_payable: 'None' },
  ],
  // Before a line signs nobody knows what is taxed.
  [{ lines: [] }, { taxes_payable: [], tax_payable: '' }],
  [
    {
      bySection: [
        sectionOf({ name: 'A', sumInsured: 300n, limitAmount: 100n }),
        sectionOf({ name: 'B', sumInsured: 50n }),
      ],
    },
    { limit: 'KES 1.50' },
  ],
])('%o', (changes, expected) => {
  expect(figuredTerms({ ...FIGURED, ...changes })).toMatchObject(expected);
});

it('leaves what is written as it is', () => {
  const { security: _security, sections: _sections, ...written } = GOOD;
  const whole = withFigures({ ...written, security: {} }, figuredTerms(FIGURED));
  expect(whole.risk).toEqual(GOOD.risk);
  expect(whole.fiscal).toEqual(GOOD.fiscal);
  expect(whole.remuneration).toEqual(GOOD.remuneration);
});

it('a slip that leaves them empty has no gap there', () => {
  const { lines: _lines, warrantyDay: _day, taxes: _taxes, taxesOfSecurities: _borne, ...facts } = FACTS;
  const slip = {
    ...GOOD,
    risk: { ...GOOD.risk, limit: '', payment_terms: '', taxes_payable: [] },
    fiscal: { ...GOOD.fiscal, tax_payable: '' },
    remuneration: { fees: 'None' },
  };
  const check = (sections: typeof slip | typeof EMPTY) =>
    findingsOf({
      sections,
      bySection: [],
      umr: 'B1234NBO26000123',
      lines: [],
      warranty: { kind: 'PPW', days: 60 },
      paymentTerms: 'LUMP_60',
      figures: FIGURES,
      facts,
    }).map((one) => one.field);
  expect(check(slip)).toEqual([]);
  const empty = check(EMPTY);
  for (const field of [
    'risk.limit',
    'risk.payment_terms',
    'risk.taxes_payable',
    'fiscal.tax_payable',
    'remuneration.brokerage',
    'remuneration.deductions',
  ])
    expect(empty).not.toContain(`slip.${field}`);
  expect(empty).toContain('slip.remuneration.fees');
});
