import { BRANCHES_PARAMETER } from '../../api/session.ts';
import type { Address } from '../../ui/hooks/use-address.ts';

/** Where in a list one is, and by which view one came: no part of what a view keeps. */
const PASSING = new Set(['page', 'view', 'do']);

/** Where one looks, with nothing searched or filtered. */
const WHERE = new Set<string>(['tab', BRANCHES_PARAMETER]);

/** What of an address a view keeps, always in the same order. */
export function queryOf(address: Address): string {
  const kept = Object.entries(address).filter(([name, value]) => !PASSING.has(name) && value !== '');
  return new URLSearchParams(kept.toSorted(([a], [b]) => (a < b ? -1 : 1))).toString();
}

/** Whether a list is searched, filtered or sorted: a tab alone, or all branches alone, is no view. */
export const isSomething = (address: Address): boolean =>
  Object.entries(address).some(([name, value]) => !PASSING.has(name) && !WHERE.has(name) && value !== '');

/** Whether an address leaves it open how its list is shown: it says at most where one looks. */
export const saysNothing = (address: Address): boolean => Object.keys(address).every((name) => WHERE.has(name));

/** What of an address says where one looks. */
export const whereOf = (address: Address): Address =>
  Object.fromEntries(Object.entries(address).filter(([name]) => WHERE.has(name)));
