import { describe, expect, it, test } from 'vitest';
import { slipFindings, submitFaults } from './check.ts';
import { contradictions } from './contradictions.ts';
import { FACTS, GOOD, percent, sectionOf } from './example.ts';
import type { Slip, SlipFacts } from './slip.ts';
import { amountsIn } from './words.ts';

const slip = (risk: Partial<Slip['risk']>, remuneration: Partial<Slip['remuneration']> = {}): Slip => ({
  ...GOOD,
  risk: { ...GOOD.risk, ...risk },
  remuneration: { ...GOOD.remuneration, ...remuneration },
});
const SUM = 'name the sum insured, or change it.';
const TAX = 'Withholding tax is in the figures of this placement: name it and who pays it instead of None.';
const WHT = { taxes: ['Withholding tax'] };
const OWN = { taxes: ['Withholding tax'], taxesOfSecurities: ['Withholding tax'] };
const FISCAL = 'Withholding tax is deducted from the reinsurers: name it here instead of None.';
const COMMISSION = 'The placement has a cedant commission of 25%: name it here.';

describe('a slip that says two things', () => {
  test.each<[Slip, Partial<SlipFacts>, string[]]>([
    [slip({ limit: 'USD 500,000,000 any one occurrence' }), {}, []],
    [slip({ limit: 'USD 500 million' }), {}, []],
    [slip({ limit: 'Loss limit USD 20,000,000 of USD 500,000,000.00' }), {}, []],
    [slip({ limit: 'As original, in USD' }), {}, []],
    [slip({ limit: 'KES 5,000,000' }), {}, []],
    [
      slip({ limit: 'USD 12,000,000 any one conveyance' }),
      {},
      [`risk.limit: The limit names USD 12,000,000.00 but the sum insured is USD 500,000,000.00: ${SUM}`],
    ],
    [
      slip({ limit: 'USD 499,999,999.99' }),
      {},
      [`risk.limit: The limit names USD 499,999,999.99 but the sum insured is USD 500,000,000.00: ${SUM}`],
    ],
    [{ ...slip({ limit: 'USD 1,000' }), sections: [sectionOf({ name: 'Property' })] }, {}, []],
    [slip({ taxes_payable: [{ tax: 'None' }] }), {}, []],
    [slip({ taxes_payable: [{ tax: 'Levy', payable_by: 'Reinsurers' }] }), WHT, []],
    [slip({ taxes_payable: [{ tax: 'None' }] }), WHT, [`risk.taxes_payable.0.tax: ${TAX}`]],
    [slip({ taxes_payable: [{ tax: 'Nil.' }] }), WHT, [`risk.taxes_payable.0.tax: ${TAX}`]],
    [GOOD, OWN, [`fiscal.tax_payable: ${FISCAL}`]],
    [{ ...GOOD, fiscal: { ...GOOD.fiscal, tax_payable: 'Withholding tax 5%' } }, OWN, []],
    [slip({}, { deductions: 'Commission 25%, tax 5%' }), {}, []],
    [slip({}, { deductions: 'Ceding commission as agreed' }), {}, []],
    [slip({}, { deductions: 'Commission 20%' }), {}, [`remuneration.deductions: ${COMMISSION}`]],
    [slip({}, { deductions: 'None' }), {}, [`remuneration.deductions: ${COMMISSION}`]],
    [
      slip({}, { deductions: 'Commission 20%' }),
      { commission: 0n },
      ['remuneration.deductions: The placement has a cedant commission of 0%: name it here.'],
    ],
    [slip({}, { deductions: 'Tax 5%' }), { commission: 0n }, []],
    [
      slip({}, { brokerage: '10% of gross premium' }),
      {},
      ['remuneration.brokerage: The placement has a brokerage of 5%.'],
    ],
    [slip({}, { brokerage: '7.50 %' }), { brokerage: percent('7.5') }, []],
  ])('case %#', (of, facts, expected) => {
    const all: SlipFacts = { ...FACTS, ...facts };
    expect(contradictions(of, all).map(({ field, message }) => `${field}: ${message}`)).toEqual(expected);
    expect(submitFaults(slipFindings(of, all, 'SIGNED')).map(({ field, message }) => `${field}: ${message}`)).toEqual(
      expected,
    );
  });
});

it('is stopped for what nobody can do without, and not for what a manager may give a reason for', () => {
  const of = slip({ interest: '', limit: 'TBA', choice_of_law: '' });
  expect(submitFaults(slipFindings(of, FACTS, 'SIGNED')).map((one) => one.field)).toEqual([
    'risk.interest',
    'risk.limit',
  ]);
});

test.each([
  ['USD 1,250,000.50 and KES 5', 'USD', ['1250000.50×1']],
  ['USD2.5m xs USD 500k', 'USD', ['2.5×1000000', '500×1000']],
  ['JPY 3 billion', 'JPY', ['3×1000000000']],
  ['TSIUSD 5', 'USD', []],
  ['nothing', 'USD', []],
])('amounts in %s', (text, currency, expected) => {
  expect(amountsIn(text, currency).map(({ digits, times }) => `${digits}×${times}`)).toEqual(expected);
});
