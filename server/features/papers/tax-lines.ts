import type { BorneBy, LineFigures } from '../../../domain/placements/figures.ts';
import { sum } from '../../../domain/values/money.ts';
import type { TaxLine } from '../../platform/documents/kinds/common.ts';

export const size = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

// The way in which the premium goes; what takes off a tax while the premium is added, as a minimum that is outgrown, is below nothing.
const wayOf = (lines: readonly { figures: LineFigures }[]): bigint =>
  sum(lines.map(({ figures }) => figures.sharePremium));

function asShown(amount: bigint, way: bigint): bigint {
  if (way === 0n) return size(amount);
  return way < 0n ? -amount : amount;
}

/** The taxes of lines by code and rate, what is charged once on the policy apart, each with its amount, positive the way that the premium goes, and whose lines it is on. */
export function taxLines(lines: readonly { name: string; figures: LineFigures }[], by: BorneBy): TaxLine[] {
  const taxes = lines.flatMap(({ name: security, figures }) =>
    figures.taxes.filter((tax) => tax.borneBy === by).map((tax) => ({ ...tax, security })),
  );
  // What one tax is charged by comes together: its percentage, then what it lacks of its minimum.
  const codes = [...new Set(taxes.map((tax) => tax.code))];
  const together = taxes.toSorted((a, b) => codes.indexOf(a.code) - codes.indexOf(b.code));
  const groups = Map.groupBy(together, (tax) => `${tax.code} ${tax.rate} ${tax.charge ?? ''}`);
  return [...groups.values()].flatMap((own) =>
    own.slice(0, 1).map(({ name, rate, charge }) => ({
      name,
      percent: rate,
      ...(charge != null && { charge }),
      amount: asShown(sum(own.map((tax) => tax.amount)), wayOf(lines)),
      securities: [...new Set(own.map((tax) => tax.security))],
    })),
  );
}
