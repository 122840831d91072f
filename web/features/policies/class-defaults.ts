import { rateOf } from './policy-values.ts';
import type { PolicyValues } from './policy-values.ts';

type Terms = {
  id: number;
  commission: string | null;
  brokerage: string | null;
  clauses: { LOCAL: readonly number[]; LONDON: readonly number[] };
};
type Classes = readonly (Terms & { subclasses: readonly Terms[] })[];

/** What a class gives to a policy, as its form holds it; '' and [] where it gives nothing. */
export type ClassDefaults = { cedant_commission: string; brokerage: string; clauses: readonly string[] };

const NONE: ClassDefaults = { cedant_commission: '', brokerage: '', clauses: [] };

/** What a class or subclass gives: a subclass its own percentages, else its class's; its class's clauses, then its own. */
export function classDefaults(classes: Classes, coverType: string, market: 'LOCAL' | 'LONDON'): ClassDefaults {
  for (const group of classes) {
    const chosen = [group, ...group.subclasses].find((one) => String(one.id) === coverType);
    if (chosen === undefined) continue;
    return {
      cedant_commission: chosen.commission ?? group.commission ?? '',
      brokerage: chosen.brokerage ?? group.brokerage ?? '',
      clauses: [...new Set([...group.clauses[market], ...chosen.clauses[market]])].map(String),
    };
  }
  return NONE;
}

type Filled = Pick<PolicyValues, 'cedant_commission' | 'brokerage' | 'clauses'>;

const sameRate = (a: string, b: string) => a === b || (rateOf(a) !== null && rateOf(a) === rateOf(b));
const sameList = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one, index) => one === b[index]);

/** Whether a value stands as the class gives it. */
export function isFromClass(values: Filled, given: ClassDefaults, field: keyof Filled): boolean {
  return field === 'clauses'
    ? given.clauses.length > 0 && sameList(values.clauses, given.clauses)
    : given[field] !== '' && sameRate(values[field], given[field]);
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
