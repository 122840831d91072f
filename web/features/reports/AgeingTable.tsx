import type { WireReply } from '../../../domain/endpoint.ts';
import { BUCKETS } from '../../../domain/reports/buckets.ts';
import { agedTotals, type ageingOverview, ageingTable } from '../../../domain/reports/ageing.ts';
import { can, useSession } from '../../api/session.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { DataTable } from '../../ui/tables/DataTable.tsx';
import { MoneyText } from '../../ui/marks/Figures.tsx';
import type { MenuEntry } from '../../ui/buttons/Menu.tsx';
import { screenColumns, totalCells } from '../../ui/tables/table-columns.tsx';
import { useAddress } from '../../ui/hooks/use-address.ts';
import { paths, withQuery } from '../../paths.ts';
import { unitsOf } from '../ledger/wire-amounts.ts';
import { AgeBar, AgeLegend } from './AgeBar.tsx';
import { onPaper } from './use-wide-sheet.ts';

type Reply = WireReply<typeof ageingOverview>;
type Row = Reply['data'][number];
type Figure = Exclude<keyof Reply['totals'][number], 'currency'>;

const negatedCell = (row: { unallocated: string; currency: string }) => (
  <MoneyText value={negated(row.unallocated)} currency={row.currency} />
);
const COLUMNS = screenColumns(ageingTable, {
  cells: {
    party: (row) => <PartyCell row={row} />,
    unallocated: negatedCell,
    total: (row) => <MoneyText value={row.total} currency={row.currency} strong />,
  },
}).map((column) => ({ ...column, sortable: true }));

/** A name with the bar of its age under it. */
function PartyCell({ row }: { row: Row }) {
  return (
    <span className="block w-44 max-w-full">
      <span dir="auto" title={row.party.name} className="block truncate leading-4.5">
        {row.party.name}
      </span>
      <AgeBar aged={row} currency={row.currency} />
    </span>
  );
}

/** Unallocated cash takes away from what is owed. */
function negated(value: string): string {
  return value.startsWith('-') ? value.slice(1) : `-${value}`;
}

const FIGURES: readonly Figure[] = [...BUCKETS, 'unallocated', 'total'];

function sorted(rows: readonly Row[], { id, descending }: { id: string; descending: boolean }): Row[] {
  const figure = FIGURES.find((one) => one === id);
  const compared = (a: Row, b: Row): number => {
    if (figure === undefined) return a.party.name.localeCompare(b.party.name);
    const difference = unitsOf(a[figure], a.currency) - unitsOf(b[figure], b.currency);
    return difference === 0n ? a.party.name.localeCompare(b.party.name) : difference > 0n ? 1 : -1;
  };
  return rows.toSorted((a, b) => (descending ? compared(b, a) : compared(a, b)));
}

type Props = { totals: Reply['totals'][number]; rows: readonly Row[]; asAt: string };

/** The ageing in one currency: what is owed by age, who owes it, the largest first. */
export function AgeingTable({ totals, rows, asAt }: Props) {
  const session = useSession();
  const [address, change] = useAddress();
  const { currency } = totals;
  const [id = '', direction] = (address['sort'] ?? 'total,desc').split(',');
  const sort = { id, descending: direction === 'desc' };
  const mayState = can(session, 'reports.money');
  const statement = (row: Row) => withQuery(paths.facultativeReport, { param: row.party.id, asat: asAt });
  const actions = (row: Row): MenuEntry[] => [
    ...(mayState ? [{ label: 'Statement of account', href: statement(row) }] : []),
    ...(can(session, 'receipts.create')
      ? [
          {
            label: 'New receipt',
            href: withQuery(paths.receiptNew, { reinsured: row.party.id, currency }),
          },
        ]
      : []),
  ];
  return (
    <Card flush title={currency} className={onPaper}>
      <div className="grid gap-2 border-b border-line px-4 py-3">
        <AgeBar tall aged={totals} currency={currency} />
        <AgeLegend aged={totals} currency={currency} />
      </div>
      <DataTable
        label={`Ageing in ${currency}`}
        columns={COLUMNS}
        rows={sorted(rows, sort)}
        rowKey={(row) => String(row.party.id)}
        rowLabel={(row) => row.party.name}
        {...(mayState ? { rowHref: statement } : {})}
        rowActions={actions}
        sort={sort}
        onSort={(next) => change({ sort: next && `${next.id},${next.descending ? 'desc' : 'asc'}` })}
        totals={{ ...totalCells(agedTotals, totals, currency), party: 'Total', unallocated: negatedCell(totals) }}
      />
    </Card>
  );
}
