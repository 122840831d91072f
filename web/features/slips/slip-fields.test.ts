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
