/** Where a rule of a tax falls: in one branch, on risks in one country, on amounts in one currency. §2 Taxes and levies. */
import type { TaxRule } from './figures.ts';

/** Null or absent: everywhere. */
export type TaxPlace = { branchId?: number | null; country?: string | null; currency?: string | null };
/** A rule of a tax with where it falls. */
export type PlacedTax = TaxRule & TaxPlace;

/** A placement as far as it depends on which taxes fall on it; the country of its risk, null where nobody knows it. */
type TaxedPlacement = { branchId: number; country: string | null; currency: string };

/** The rules that fall on a placement where it is; market, class and residence are asked of each line. §2. */
export function taxesAt<R extends TaxPlace>(rules: readonly R[], at: TaxedPlacement): Omit<R, keyof TaxPlace>[] {
  return rules
    .filter(
      (rule) =>
        (rule.branchId ?? at.branchId) === at.branchId &&
        (rule.country ?? at.country) === at.country &&
        (rule.currency ?? at.currency) === at.currency,
    )
    .map(({ branchId: _branch, country: _country, currency: _currency, ...rule }) => rule);
}
