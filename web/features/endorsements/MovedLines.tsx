import { MoneyText, RateText } from '../../ui/marks/Figures.tsx';
import { StatementTable, type StatementColumn } from '../../ui/tables/StatementTable.tsx';
import type { EndorsementRecord } from './endorsement-values.ts';
import { PartyLink } from '../../ui/marks/NameLink.tsx';

type Line = EndorsementRecord['securities'][number];

function columnsOf(currency: string): StatementColumn<Line>[] {
  const money = (pick: (line: Line) => string) => (line: Line) => <MoneyText value={pick(line)} currency={currency} />;
  return [
    { id: 'security', title: 'Security', cell: (line) => <PartyLink party={line.security} /> },
    { id: 'share', title: 'Line', align: 'right', cell: (line) => <RateText value={line.share} /> },
    { id: 'premium', title: 'Share premium', align: 'right', cell: money((line) => line.sharepremium) },
    { id: 'deductions', title: 'Deductions', align: 'right', cell: money((line) => line.deductions) },
    { id: 'net', title: 'Net', align: 'right', cell: money((line) => line.netpayable) },
  ];
}

/** What an endorsement moves for each security: added, or −, given back. */
export function MovedLines({ lines, currency }: { lines: readonly Line[]; currency: string }) {
  return (
    <StatementTable
      caption="What it moves for each security"
      columns={columnsOf(currency)}
      groups={[{ id: 'all', rows: lines }]}
      rowKey={(line) => String(line.security.id)}
    />
  );
}
