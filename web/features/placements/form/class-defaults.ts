import { classTerms } from '../../../../domain/placements/class-terms.ts';
import { idOf } from './policy-values.ts';
import { rateOf } from './policy-amounts.ts';
import type { PolicyValues } from './policy-values.ts';

type Classes = Parameters<typeof classTerms<string>>[0];

/** What a class gives to a policy, as its form holds it; '' and [] where it gives nothing. */
export type ClassDefaults = { cedant_commission: string; brokerage: string; clauses: readonly string[] };

/** What a class or subclass gives to a form. */
export function classDefaults(classes: Classes, coverType: string, market: 'LOCAL' | 'LONDON'): ClassDefaults {
  const { commission, brokerage, clauses } = classTerms(classes, idOf(coverType), market);
  return { cedant_commission: commission ?? '', brokerage: brokerage ?? '', clauses: clauses.map(String) };
}

type Filled = Pick<PolicyValues, 'cedant_commission' | 'brokerage' | 'clauses'>;

const sameRate = (a: string, b: string) => a === b || (rateOf(a) !== null && rateOf(a) === rateOf(b));
const sameList = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one, index) => one === b[index]);

/** Whether a value is the one of the class. */
export function isFromClass(values: Filled, defaults: ClassDefaults, field: keyof Filled): boolean {
  return field === 'clauses'
    ? defaults.clauses.length > 0 && sameList(values.clauses, defaults.clauses)
    : defaults[field] !== '' && sameRate(values[field], defaults[field]);
}

/**
 * What changes in a form when its class does: a percentage that is empty or as the former class gave it, and clauses that
 * are as it gave them, follow the new one. What was entered otherwise stays.
 */
export function refilled(values: Filled, from: ClassDefaults, to: ClassDefaults): Partial<Filled> {
  const untouched = (field: 'cedant_commission' | 'brokerage') =>
    values[field] === '' || (from[field] !== '' && sameRate(values[field], from[field]));
  return {
    ...(untouched('cedant_commission') ? { cedant_commission: to.cedant_commission } : {}),
    ...(untouched('brokerage') ? { brokerage: to.brokerage } : {}),
    ...(sameList(values.clauses, from.clauses) ? { clauses: [...to.clauses] } : {}),
  };
}
