import { clsx } from 'clsx';
import type { WireReply } from '../../../../domain/endpoint.ts';
import {
  type listPositions,
  POSITION_BESIDE,
  POSITION_LAID,
  positionTable,
} from '../../../../domain/closing/contract.ts';
import type { Day } from '../../../../domain/values/day.ts';
import { showDay } from '../../../ui/marks/format.ts';
import { MoneyText } from '../../../ui/marks/Figures.tsx';
import { DataTable } from '../../../ui/tables/DataTable.tsx';
import { type FigureHref, screenColumns } from '../../../ui/tables/table-columns.tsx';
import type { Column, TotalLine } from '../../../ui/tables/table-types.ts';

type Reply = WireReply<typeof listPositions>;
type Row = Reply['data'][number];

/** A currency as at the day, as at the other one, and the difference. */
const LINES = ['now', 'beside', 'change'] as const;
type LineName = (typeof LINES)[number];
type Line = { of: LineName; row: Row };

const laid = Object.values(POSITION_LAID);

/** The columns of the day itself. */
const dayColumns = (base: string, behind: FigureHref<Row>) =>
  screenColumns(positionTable, {
    base,
    behind,
    cells: { rate: (row) => row.rate },
    titles: { base: 'Booked', rate: 'Rate' },
    without: POSITION_BESIDE,
    under: { net: 'base', value: 'rate', revalued: 'realised' },
  });

/** The same in each line, those of the other day and of the difference in the places of the day's own. */
function columnsOf(base: string, behind: FigureHref<Row>): Record<LineName, Column<Row>[]> {
  return {
    now: dayColumns(base, behind),
    beside: screenColumns(positionTable, {
      base,
      behind,
      cells: { rate_beside: (row) => row.rate_beside },
      only: ['currency', ...laid.map(([beside]) => beside), 'rate_beside'],
      under: { beside: 'base_beside', value_beside: 'rate_beside', revalued_beside: 'realised_beside' },
    }),
    change: screenColumns(positionTable, {
      base,
      behind,
      only: ['currency', ...laid.map(([, change]) => change)],
      under: { change: 'base_change', revalued_change: 'realised_change' },
    }),
  };
}

type Labels = Record<LineName, string>;

/** What a line begins with: the currency once, and of which day its figures are. */
function LineHead({ line: { of, row }, labels }: { line: Line; labels: Labels }) {
  return (
    <>
      <span className={clsx(of === 'now' ? 'block' : 'sr-only')}>{row.currency} </span>
      <span className="text-xs font-normal text-mute">{labels[of]}</span>
    </>
  );
}

/** What is behind a figure says of which line it is. */
const behindLine =
  (behind: FigureHref<Row>, labels: Labels): FigureHref<Row> =>
  (figure) => {
    const [of] = LINES.filter((line) => line !== 'now' && isOf(line, figure.name));
    return behind(of === undefined ? figure : { ...figure, title: `${figure.title}, ${labels[of]}` });
  };
const isOf = (line: 'beside' | 'change', name: string): boolean =>
  laid.some(([beside, change]) => (line === 'beside' ? beside : change) === name);

type Shown = { base: string; behind: FigureHref<Row>; labels: Labels };
function lineColumns({ base, behind, labels }: Shown): Column<Line>[] {
  const all = columnsOf(base, behindLine(behind, labels));
  return all.now.map(({ cell: _cell, bare: _bare, second, isBlank: _isBlank, ...column }, place) => ({
    ...column,
    cell: (line) => (place === 0 ? <LineHead {...{ line, labels }} /> : all[line.of][place]?.cell(line.row)),
    ...(second && { second: ({ of, row }) => all[of][place]?.second?.(row) }),
  }));
}

type Props = { reply: Reply; beside: Day | undefined; behind: FigureHref<Row> };

/** Positions per currency: one row each, or where another day is asked for a line for each day and one for the difference. */
export function PositionsTable({ reply, beside, behind }: Props) {
  const { as_at: asAt, base_currency: base, data, totals, totals_beside, totals_change } = reply;
  const total = (value: string | null) => <MoneyText value={value} currency={base} />;
  const totalLine = (gains: Reply['totals'], label: string): TotalLine => ({
    currency: label,
    unrealised: total(gains.unrealised),
    revalued: total(gains.revalued),
    realised: total(gains.realised),
  });
  const label = 'Positions per currency';
  if (beside === undefined || totals_beside === null || totals_change === null)
    return (
      <DataTable
        label={label}
        columns={dayColumns(base, behind)}
        rows={data}
        rowKey={(row) => row.currency}
        totals={totalLine(totals, 'Total')}
      />
    );
  const labels = { now: showDay(asAt), beside: showDay(beside), change: 'Difference' };
  return (
    <DataTable
      label={label}
      columns={lineColumns({ base, behind, labels })}
      rows={data.flatMap((row) => LINES.map((of) => ({ of, row })))}
      rowKey={({ of, row }) => `${row.currency} ${labels[of]}`}
      totals={totalLine(totals, 'Total')}
      moreTotals={[totalLine(totals_beside, labels.beside), totalLine(totals_change, labels.change)]}
    />
  );
}
