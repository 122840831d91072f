import { MONTHS_LONG, MONTHS_SHORT } from '../values/day.ts';
import { BUDGETS } from './of-branch.ts';
import type { ImportField, ImportTarget } from './targets.ts';

/** The fields of a month of a budget: "m3_premium" is March's. */
export const BUDGET_MONTHS = MONTHS_LONG.map((month, index) => ({
  month,
  short: MONTHS_SHORT[index] ?? month,
  premium: `m${index + 1}_premium`,
  brokerage: `m${index + 1}_brokerage`,
}));

const fieldsOf = (figure: 'premium' | 'brokerage', word: string): ImportField[] =>
  BUDGET_MONTHS.map((one) => ({
    key: one[figure],
    label: `${one.month} ${word}`,
    aliases: [
      `${one.short} ${word}`,
      `${word} ${one.month}`,
      `${word} ${one.short}`,
      ...(figure === 'premium' ? [one.month, one.short] : []),
    ],
    example: '',
  }));

/** Budgets of the branch: one row a class and year, as a whole year or month by month. */
export const BUDGETS_TARGET: ImportTarget = {
  ...BUDGETS,
  fields: [
    {
      key: 'class',
      label: 'Class',
      aliases: ['class of business', 'class name', 'main class', 'department'],
      required: true,
      example: 'Fire',
      hint: 'A class of the register, not a subclass.',
    },
    { key: 'year', label: 'Year', aliases: ['budget year', 'financial year'], required: true, example: '2027' },
    {
      key: 'premium',
      label: 'Premium',
      aliases: ['premium budget', 'whole year premium', 'annual premium', 'total premium'],
      example: '12000000.00',
      hint: 'The whole year, divided evenly; or fill in the months.',
    },
    {
      key: 'brokerage',
      label: 'Brokerage',
      aliases: ['brokerage budget', 'whole year brokerage', 'annual brokerage', 'total brokerage', 'income'],
      example: '600000.00',
      hint: 'The whole year, divided evenly; or fill in the months.',
    },
    ...fieldsOf('premium', 'premium'),
    ...fieldsOf('brokerage', 'brokerage'),
  ],
};
