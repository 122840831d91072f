import { expect, test } from 'vitest';
import { factsOf } from '../../../domain/forms.ts';
import { INFORMATION_TERM, SLIP_TERMS, type SlipTerm } from '../../../domain/placements/fields.ts';
import { slipBody } from '../../../domain/slips/contract.ts';
import * as fields from './slip-fields.ts';

const FORM = [
  ...fields.RISK_TERMS,
  ...fields.LAW_TERMS,
  ...fields.RECORD_TERMS,
  ...fields.INFORMATION,
  ...fields.LIABILITY,
  ...fields.PROVISIONS,
  ...fields.SUBSCRIPTION_TERMS,
  ...fields.FISCAL_TERMS,
  ...fields.REMUNERATION_TERMS,
];

const TERMS: [string, SlipTerm][] = [
  ['slip.information', INFORMATION_TERM],
  ...Object.entries(SLIP_TERMS).flatMap(([part, terms]) =>
    Object.entries(terms).map(([name, term]): [string, SlipTerm] => [`slip.${part}.${name}`, term]),
  ),
];

test.each(TERMS)('%s is on the form once, by its label and as long as its call takes it', (place, term) => {
  expect(FORM.filter((field) => field.name === place).map((field) => field.label)).toEqual([term.label]);
  expect(factsOf(slipBody, place)?.maxLength).toBe(term.limit.max);
});

test('gaps are counted in the part of the form where they are mended, each field once', () => {
  const findings = [
    { severity: 'refuse', heading: 'RISK', field: 'insured' },
    { severity: 'refuse', heading: 'SUBSCRIPTION', field: 'subscription.leader' },
    { severity: 'refuse', heading: 'SECURITY', field: 'securities' },
    { severity: 'advise', heading: 'FISCAL', field: 'fiscal.country' },
  ] as const;
  const missing = [
    'reinsured',
    'insured',
    'fac',
    'securities',
    'slip.subscription.leader',
    'slip.risk.type',
    'warranty_days',
  ];
  const gaps = fields.gapsByPart(
    findings,
    missing.map((field) => ({ field })),
  );
  expect(Object.fromEntries(gaps)).toEqual({
    'part-parties': 2,
    'part-premium': 1,
    'part-lines': 1,
    'part-subscription': 1,
    'part-risk': 1,
    'part-terms': 1,
  });
});
