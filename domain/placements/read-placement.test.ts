import { describe, expect, it, test } from 'vitest';
import { kes, percent, WHT } from '../endorsements/example.ts';
import { readPlacement, type MarketCheck, type PlacementBody, type Registers } from './read-placement.ts';

const party = (name: string, changes: object = {}) => ({ name, status: 'ACTIVE', resident: true, ...changes });
const REGISTERS: Registers = {
  today: '2026-03-02',
  reinsured: party('Savannah'),
  insured: party('Kisumu'),
  securities: new Map([
    [1, party('A')],
    [2, party('B')],
    [3, party('C', { resident: false })],
  ]),
  cover: { name: 'Fire', status: 'ACTIVE', classIds: [1], held: false },
  currencyIsActive: true,
  termsAreOffered: true,
  clauseFaults: [],
  branch: { id: 1, country: 'KE' },
  countryIsKnown: true,
  taxes: [WHT],
};
const line = (security: number, share: string) => ({ security, share: percent(share) });
const BODY: PlacementBody = {
  reinsured: 7,
  insured: 8,
  cover_type: 9,
  dateoffered: '2026-02-20',
  insurance_start_date: '2026-03-01',
  insurance_end_date: '2027-02-28',
  currency: 'KES',
  sum_insured: '500000000.00',
  rate: percent('0.25'),
  fac: percent('60'),
  cedant_commission: percent('25'),
  brokerage: percent('5'),
  securities: [line(1, '25'), line(2, '20'), line(3, '15')],
};
const EMPTY: PlacementBody = {
  reinsured: null,
  insured: null,
  cover_type: null,
  dateoffered: '',
  insurance_start_date: '',
  insurance_end_date: '',
  currency: 'KES',
  sum_insured: '',
  fac: null,
  cedant_commission: null,
  brokerage: null,
  securities: [{ security: null, share: null }],
};
const LOCAL: MarketCheck = { market: 'LOCAL', faults: [] };
const faultsOf = (body: object, registers: object = {}, part = LOCAL) =>
  readPlacement({ ...BODY, ...body }, { ...REGISTERS, ...registers }, part).faults.map(
    ({ field, message }) => `${field}: ${message}`,
  );

it('gives the figures of the example', () => {
  const { figures, faults, warnings } = readPlacement(BODY, REGISTERS, LOCAL);
  expect([faults, warnings]).toEqual([[], []]);
  expect([figures.debitNote, figures.taxOfSecurity]).toEqual([kes('562500.00'), kes('9375.00')]);
});

it('asks an empty form for each of its fields once, and for nothing that a register could refuse', () => {
  const fields = readPlacement(EMPTY, REGISTERS, LOCAL).faults.map((fault) => fault.field);
  expect(fields).toEqual([...new Set(fields)]);
  expect(fields).toEqual([
    'reinsured',
    'insured',
    'cover_type',
    'dateoffered',
    'insurance_start_date',
    'insurance_end_date',
    'sum_insured',
    'premium',
    'fac',
    'cedant_commission',
    'brokerage',
    'securities.0.security',
    'securities.0.share',
  ]);
});

describe('a field that is wrong', () => {
  test.each<[name: string, changes: { body?: object; registers?: object }, message?: string]>([
    ['decimals', { body: { excess_amount: '1.234' } }, 'excess_amount: KES amounts have fewer decimals.'],
    ['no premium', { body: { rate: null } }, 'premium: Enter the premium or the rate.'],
    ['no such party', { registers: { insured: undefined } }, 'insured: Choose one from the list.'],
    [
      'an inactive party',
      { registers: { reinsured: party('Savannah', { status: 'INACTIVE' }) } },
      'reinsured: Savannah is inactive.',
    ],
    ['no such security', { body: { securities: [line(4, '60')] } }, 'securities.0.security: Choose one from the list.'],
    ['a currency that is off', { registers: { currencyIsActive: false } }, 'currency: Choose an active currency.'],
    [
      'terms that are not offered',
      { registers: { termsAreOffered: false } },
      'payment_terms: The firm does not offer these terms. Choose others.',
    ],
    [
      'an inactive class',
      { registers: { cover: { ...REGISTERS.cover, status: 'INACTIVE' } } },
      'cover_type: Fire is inactive.',
    ],
    ['an inactive class that it has', { registers: { cover: { ...REGISTERS.cover, status: 'INACTIVE', held: true } } }],
    [
      'too much',
      { body: { securities: [line(1, '61')] } },
      'securities: Securities total 61.0000% but 60.0000% is placed.',
    ],
    [
      'half an adjustment',
      { body: { adjustment_basis: 'turnover', adjustment_rate: percent('1') } },
      'minimum_premium: Enter the minimum premium, or 0 where there is none.',
    ],
  ])('%s', (_name, { body = {}, registers = {} }, message) => {
    expect(faultsOf(body, registers)).toEqual(message === undefined ? [] : [message]);
  });
});

it('of a slip no signed line is asked for, since it follows from the written ones', () => {
  const body = { securities: [line(1, '0')] };
  expect(faultsOf(body)).toEqual(['securities.0.share: Share must be between 0 and 100.']);
  expect(faultsOf(body, {}, { market: 'LONDON', faults: [] })).toEqual([]);
});

it('warns of a line above the limit of its security', () => {
  const securities = new Map([[1, party('A', { lineLimit: percent('10'), ratedOn: '2020-01-01' })]]);
  const { warnings } = readPlacement({ ...BODY, securities: [line(1, '25')] }, { ...REGISTERS, securities }, LOCAL);
  expect(warnings).toEqual([
    'A has 25%: the largest line approved for it is 10%.',
    'The rating of A is more than 12 months old.',
  ]);
});
