import type { BorneBy, LineFigures } from '../../../domain/placements/figures.ts';
import { sum } from '../../../domain/values/money.ts';
import type { TaxLine } from '../../platform/documents/kinds/common.ts';

export const size = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

/** The taxes of lines by code and rate, each with its amount, positive. */
export function taxLines(lines: readonly { figures: LineFigures }[], by: BorneBy): TaxLine[] {
  const taxes = lines.flatMap((line) => line.figures.taxes).filter((tax) => tax.borneBy === by);
  const groups = Map.groupBy(taxes, (tax) => `${tax.code} ${tax.rate}`);
  return [...groups.values()].flatMap((own) =>
    own.slice(0, 1).map(({ name, rate }) => ({ name, percent: rate, amount: size(sum(own.map((tax) => tax.amount))) })),
  );
}
