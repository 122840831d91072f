import { expect, test } from 'vitest';
import { nameKey } from '../names.ts';
import { POLICIES_TARGET } from './bordereau.ts';
import { knownHeadings, matchHeadings } from './targets.ts';

test('a heading means one field alone, and the template’s own are matched', () => {
  const labels = POLICIES_TARGET.fields.map(({ label }) => label);
  expect(Object.keys(matchHeadings(POLICIES_TARGET, labels))).toHaveLength(labels.length);
  const meant = POLICIES_TARGET.fields.flatMap(({ key, label, aliases }) => [
    ...new Set([key, label, ...aliases].map((name) => nameKey(name))),
  ]);
  expect(meant.filter((name, index) => meant.indexOf(name) !== index)).toEqual([]);
  expect(new Set(knownHeadings(POLICIES_TARGET)).size).toBe(meant.length);
});

test.each([
  [
    ['Policy No', 'Insured', 'Inception', 'Expiry', 'TSI', 'Rate %', 'Cession %'],
    ['cedant_policy_number', 'insured', 'insurance_start_date', 'insurance_end_date', 'sum_insured', 'rate', 'fac'],
  ],
  [
    [
      'Certificate No',
      'Name of Insured',
      'Period from',
      'Period to',
      'Sum Insured (100%)',
      'Gross Premium',
      'RI Share %',
    ],
    ['cedant_policy_number', 'insured', 'insurance_start_date', 'insurance_end_date', 'sum_insured', 'premium', 'fac'],
  ],
])('%s', (headings, fields) => {
  const matching = matchHeadings(POLICIES_TARGET, headings);
  expect(headings.map((_, column) => Object.keys(matching).find((key) => matching[key] === column))).toEqual(fields);
});
