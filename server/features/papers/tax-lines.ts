import type { BorneBy, LineFigures } from '../../../domain/placements/figures.ts';
import { sum } from '../../../domain/values/money.ts';
import type { TaxLine } from '../../platform/documents/kinds/common.ts';

export const size = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

/** The taxes of lines by code and rate, each with its amount, positive, and whose lines it is on. */
export function taxLines(lines: readonly { name: string; figures: LineFigures }[], by: BorneBy): TaxLine[] {
  const taxes = lines.flatMap(({ name: security, figures }) =>
    figures.taxes.filter((tax) => tax.borneBy === by).map((tax) => ({ ...tax, security })),
  );
  const groups = Map.groupBy(taxes, (tax) => `${tax.code} ${tax.rate}`);
  return [...groups.values()].flatMap((own) =>
    own.slice(0, 1).map(({ name, rate }) => ({
      name,
      percent: rate,
      amount: size(sum(own.map((tax) => tax.amount))),
      securities: [...new Set(own.map((tax) => tax.security))],
    })),
  );
}
