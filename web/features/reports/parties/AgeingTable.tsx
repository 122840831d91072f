import type { WireReply } from '../../../../domain/endpoint.ts';
import { AGED_FIGURES, agedTotals, type ageingOverview, ageingTable } from '../../../../domain/reports/ageing.ts';
import { can, useSession } from '../../../api/session.ts';
import type { MenuEntry } from '../../../ui/buttons/Menu.tsx';
import { type FigureHref, screenColumns, totalCells } from '../../../ui/tables/table-columns.tsx';
import { paths, withQuery } from '../../../paths.ts';
import { AgedBars, AgedTotal } from './AgedCard.tsx';
import { type AgeColumns, useAgeColumns } from './use-age-columns.ts';
import { PartyTable } from './PartyTable.tsx';
import { negatedCell } from './UnallocatedCell.tsx';
import { useFigures } from '../explained/figures.ts';
import { receivables, receivableSums } from '../../../../domain/explained/money.ts';
import { besideColumns, useBeside } from '../BesideField.tsx';
import { besideTotals } from './beside-totals.tsx';
import { closingTotals } from './closing-totals.tsx';
import { leftAt, useRates } from '../RatesField.tsx';
import type { Rates } from '../../../../domain/reports/closing-rates.ts';
import type { Day } from '../../../../domain/values/day.ts';

type Reply = WireReply<typeof ageingOverview>;
type Row = Reply['data'][number];

type Shown = { beside: Day | undefined; rates: Rates | undefined; base: string; ages: AgeColumns };
const columnsOf = (behind: FigureHref<Row>, { beside, rates, base, ages: { room, paired, alike } }: Shown) => {
  const { titles, without } = besideColumns(beside);
  return screenColumns(ageingTable, {
    behind,
    base,
    titles: { ...titles, currency: 'Cur.' },
    without: [...without, ...leftAt(rates)],
    under: {
      total: 'base_closing',
      beside: 'change',
      ...(!room && { not_due: 'unallocated' }),
      ...paired(beside === undefined ? 0 : 1),
    },
    alike,
    cells: { unallocated: negatedCell, total: (row) => <AgedTotal aged={row} /> },
  });
};

function figureOf(row: Row, column: string): string | null {
  const figure = AGED_FIGURES.find((one) => one === column);
  return figure === undefined ? null : row[figure];
}

/** What is owed by age and who owes it, the largest first: one row a party, a line for each of its currencies. */
export function AgeingTable({ reply }: { reply: Reply }) {
  const rates = useRates();
  const ages = useAgeColumns();
  const session = useSession();
  const { as_at: asAt, data: rows, totals } = reply;
  const beside = useBeside();
  const behind = useFigures(receivables, { asat: asAt, beside, rates });
  const behindSums = useFigures(receivableSums, { asat: asAt, beside, rates });
  const mayState = can(session, 'reports.money');
  const hrefIn = (path: string, { party }: Pick<Row, 'party'>) =>
    withQuery(path, { param: party.id, asat: asAt, beside, rates });
  const receipt = ({ currency }: Row, lines: readonly Row[], reinsured: number): MenuEntry => ({
    label: lines.length === 1 ? 'New receipt' : `New receipt in ${currency}`,
    href: withQuery(paths.receiptNew, { reinsured, currency }),
  });
  return (
    <AgedBars totals={totals}>
      <PartyTable
        label="Receivables by age"
        columns={columnsOf(behind, { beside, rates, base: reply.base_currency, ages })}
        {...{ rows, reply, figureOf }}
        figures={AGED_FIGURES}
        rowHref={(of) => hrefIn(mayState ? paths.facultativeReport : paths.ageingSummary, of)}
        rowActions={({ party, lines }) => [
          { label: 'Ageing by note', href: hrefIn(paths.ageingSummary, { party }) },
          ...(mayState ? [{ label: 'Statement of account', href: hrefIn(paths.facultativeReport, { party }) }] : []),
          ...(can(session, 'receipts.create') ? lines.map((line) => receipt(line, lines, party.id)) : []),
        ]}
        totals={totals.map((one) => ({
          ...totalCells(agedTotals, one, { currency: one.currency, behind: behindSums }),
          ...besideTotals(rows, one.currency),
          ...closingTotals(
            rows.filter((row) => row.currency === one.currency),
            reply.base_currency,
          ),
          currency: one.currency,
          unallocated: negatedCell(one),
        }))}
      />
    </AgedBars>
  );
}
