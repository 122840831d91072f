import type { WireReply } from '../../../../domain/endpoint.ts';
import {
  securitiesSummary,
  securitiesSummaryTable,
  securitiesSummaryTotals,
} from '../../../../domain/reports/security-statement.ts';
import { exportFile } from '../../../api/export-file.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { paths, withQuery } from '../../../paths.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { MoneyText } from '../../../ui/marks/Figures.tsx';
import { LongName } from '../../../ui/marks/LongName.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { DataTable } from '../../../ui/tables/DataTable.tsx';
import { ExportButton } from '../../../ui/tables/ListPage.tsx';
import { type FigureHref, screenColumns, totalCells } from '../../../ui/tables/table-columns.tsx';
import { useAlikeTables } from '../../../ui/tables/use-alike-tables.ts';
import type { Rates } from '../../../../domain/reports/closing-rates.ts';
import type { Day } from '../../../../domain/values/day.ts';
import { besideColumns } from '../BesideField.tsx';
import { leftInBase } from '../left-in-base.ts';
import { Sheet } from '../Sheet.tsx';
import { RatedWait } from '../RatesField.tsx';
import { besideTotals } from './beside-totals.tsx';
import { onPaper } from '../../../ui/tables/use-wide-sheet.ts';
import { useFigures } from '../explained/figures.ts';
import { leftWhereNone } from '../../ledger/uncollectable.ts';
import { summary, summarySums } from '../../../../domain/explained/production.ts';

type Reply = WireReply<typeof securitiesSummary>;
type Row = Reply['data'][number];

const CELLS = {
  security: (row: Row) => <LongName>{row.security.name}</LongName>,
  class: (row: Row) => <LongName>{row.class}</LongName>,
  balance: (row: Row) => <MoneyText value={row.balance} currency={row.currency} strong />,
};
type Shown = {
  all: boolean;
  beside: Day | undefined;
  rates: Rates | undefined;
  currency: string;
  reply: Reply;
};
/** With another day beside it there is no room for what the net is made of. */
const columnsOf = (behind: FigureHref<Row>, { all, beside, rates, currency, reply }: Shown) => {
  const { titles, without } = besideColumns(beside);
  const narrower = beside === undefined ? [] : (['sharepremium', 'deductions'] as const);
  const hidden = [
    ...without,
    // Each currency is a table of its own.
    ...leftInBase(rates, { totals: [{ currency }], base_currency: reply.base_currency }),
    ...narrower,
    ...leftWhereNone(reply.totals),
    ...(all ? [] : (['security'] as const)),
  ];
  return screenColumns(securitiesSummaryTable, {
    behind,
    base: reply.base_currency,
    paired: true,
    under: { balance: 'base_closing' },
    cells: CELLS,
    titles,
    without: hidden,
  });
};

type Props = { param: string; asAt: Day; beside: Day | undefined; rates: Rates | undefined };

/** What was ceded to one security or to all, by class, with what was paid and what its claims come to; the page exports that of all. */
export function SecuritiesSummary({ param, asAt, beside, rates }: Props) {
  const tables = useAlikeTables();
  const query = { ...(param !== '' && { param }), asat: asAt, beside, rates };
  const { data, error, refetch, isPlaceholderData: waiting } = useEndpoint(securitiesSummary, { query });
  const behind = useFigures(summary, query);
  const behindSums = useFigures(summarySums, query);
  if (data === undefined) return <RatedWait {...{ error, refetch }} />;
  const { base_currency: base } = data;
  const first = param === '' ? 'security' : 'class';
  return (
    <div ref={tables}>
      <Sheet {...{ waiting }}>
        {data.data.length === 0 && (
          <EmptyState title="Nothing was ceded by this date.">
            What securities were ceded by policies that are approved is summed here by class.
          </EmptyState>
        )}
        {data.totals.map((totals, index) => (
          <Card
            flush
            key={totals.currency}
            title={`Summary by class, ${totals.currency}`}
            className={onPaper}
            {...(param !== '' &&
              index === 0 && {
                actions: (
                  <span className="no-print">
                    <ExportButton
                      onExport={(format) => exportFile(securitiesSummary, { query, name: `summary-${param}` }, format)}
                    />
                  </span>
                ),
              })}
          >
            <DataTable
              label={`Summary by class in ${totals.currency}`}
              columns={columnsOf(behind, { all: param === '', beside, rates, currency: totals.currency, reply: data })}
              rows={data.data.filter((row) => row.currency === totals.currency)}
              rowKey={(row) => `${row.security.id}/${row.class}`}
              {...(param === '' && {
                rowHref: (row: Row) =>
                  withQuery(paths.payableReport, { param: row.security.id, asat: asAt, beside, rates }),
              })}
              totals={{
                ...totalCells(securitiesSummaryTotals, totals, { currency: totals.currency, base, behind: behindSums }),
                ...besideTotals(data.data, totals.currency),
                [first]: 'Total',
              }}
            />
          </Card>
        ))}
      </Sheet>
    </div>
  );
}
