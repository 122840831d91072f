/** Taxes and levies: dated configuration, never constants in code. §2 Taxes and levies. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { APPLIES_TO, BORNE_BY, market, TAX_BASES, taxRate } from '../registers/shapes.ts';
import { parseDay } from '../values/day.ts';
import { amount, countryCode, currencyCode, day, lengths, rate, recordId, saved, text, versionField } from '../wire.ts';
import { effects } from './shapes.ts';

const FROM = 'Enter the first day on which it applies.';
const TO = 'Enter the last day, or leave it empty.';

const taxName = text(lengths('Name', 2, 100));
const CODE = 'Code must be 2 to 12 capitals, digits or underscores.';
export const taxForm = z.object({
  code: z.string(CODE).check(z.trim(), z.regex(/^[A-Z][A-Z0-9_]{1,11}$/, CODE)),
  name: taxName,
});

const OF = 'Choose what it is a percentage of.';

const rateFields = {
  /** A percentage of its basis, or a flat amount per policy. */
  rate: z.optional(z.nullable(rate('Rate must be between 0 and 100.'))),
  basis: z.optional(z.nullable(z.enum(TAX_BASES, OF))),
  flat: z.optional(z.nullable(amount('Enter an amount.'))),
  /** What the percentage comes to at least on a policy. */
  minimum: z.optional(z.nullable(amount('Enter an amount.'))),
  /** Of the amounts: they fall on policies in it. */
  currency: z.optional(z.nullable(currencyCode)),
  borne_by: z.enum(BORNE_BY, 'Choose who bears it.'),
  applies_to: z.enum(APPLIES_TO, 'Choose whom it applies to.'),
  /** Null: both markets. */
  market: z.nullable(market),
  /** Null: every class. */
  class_id: z.nullable(recordId),
  /** Absent or null: every branch, risks in every country. */
  branch_id: z.optional(z.nullable(recordId)),
  country: z.optional(countryCode),
  effective_from: day(FROM),
  effective_to: z.nullable(z.string(TO).check(z.refine((value) => parseDay(value) !== null, TO))),
  enabled: z.boolean('Choose whether it applies.'),
};

const ordered = z.refine<{ effective_from: string; effective_to: string | null }>(
  ({ effective_from: from, effective_to: to }) => to === null || to >= from,
  { error: 'End date must not be before start date.', path: ['effective_to'] },
);

export const newRate = z.object({ tax_id: recordId, ...rateFields }).check(ordered);
export const rateEdit = z.object({ id: recordId, ...rateFields, version: versionField }).check(ordered);

export const saveTax = endpoint({
  method: 'POST',
  path: `${SCA}/tax/save`,
  access: 'firm.manage',
  effect: 'write',
  summary: 'Adds a tax or levy; it does nothing until it has a rate.',
  body: taxForm,
  reply: saved,
});
export const editTax = endpoint({
  method: 'PUT',
  path: `${SCA}/tax/edit`,
  access: 'firm.manage',
  effect: 'write',
  summary: 'Renames a tax or levy.',
  body: z.object({ id: recordId, name: taxName, version: versionField }),
  reply: saved,
});
export const saveTaxRate = endpoint({
  method: 'POST',
  path: `${SCA}/tax/rate`,
  access: 'firm.manage',
  effect: 'write',
  summary: 'Adds a dated rate. Two rates of one tax never fall on the same premium on the same day.',
  body: newRate,
  reply: saved,
});
export const editTaxRate = endpoint({
  method: 'PUT',
  path: `${SCA}/tax/rate`,
  access: 'firm.manage',
  effect: 'write',
  summary: 'Corrects a rate that no document used.',
  body: rateEdit,
  reply: saved,
});
export const endTaxRate = endpoint({
  method: 'PUT',
  path: `${SCA}/tax/rate/end`,
  access: 'firm.manage',
  effect: 'write',
  summary: 'Ends a rate with a day. Documents keep the rates that they were made with.',
  body: z.object({ id: recordId, effective_to: day('Enter the last day on which it applies.'), version: versionField }),
  reply: saved,
});
export const taxEffects = endpoint({
  method: 'POST',
  path: `${SCA}/tax/preview`,
  access: 'firm.manage',
  effect: 'read',
  summary: 'Which policies that are not approved yet a rate would change.',
  body: z.object({ id: z.optional(recordId), tax_id: z.optional(recordId), ...rateFields }),
  reply: effects,
});

const rateRow = z.object({
  id: recordId,
  ...taxRate,
  class_name: z.nullable(z.string()),
  branch_code: z.nullable(z.string()),
  country_name: z.nullable(z.string()),
  /** A document was made with it: it can be ended, not corrected. */
  used: z.boolean(),
});
export const taxItems = endpoint({
  method: 'GET',
  path: `${SCA}/tax/items`,
  access: 'registers.view',
  effect: 'read',
  summary: 'Taxes and levies with all their dated rates. The version is the tax’s: it moves with each of its rates.',
  reply: z.object({
    data: z.array(
      z.object({ id: recordId, code: z.string(), name: z.string(), version: z.int(), rates: z.array(rateRow) }),
    ),
  }),
});
