import { Badge } from '../../../ui/marks/Badge.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { MoneyText, RateText } from '../../../ui/marks/Figures.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { StatementTable, type StatementColumn } from '../../../ui/StatementTable.tsx';
import { AsEndorsed } from './AsEndorsed.tsx';
import { PlacedBar } from '../form/PlacedBar.tsx';
import type { Line } from './FiguresTab.tsx';
import { rateOf, type PolicyRecord } from '../form/policy-values.ts';
import { StandingLines } from './StandingLines.tsx';

const BEARER: Readonly<Record<string, string>> = { REINSURED: 'borne by the reinsured', BROKER: 'borne by us' };

function columnsOf(currency: string): StatementColumn<Line>[] {
  return [
    {
      id: 'security',
      title: 'Security',
      cell: (line) => (
        <span className="flex flex-wrap items-center gap-x-2">
          <span dir="auto">{line.security.name}</span>
          {!line.resident && <Badge tone="info">Non-resident</Badge>}
        </span>
      ),
    },
    { id: 'offer', title: 'Written', align: 'right', cell: (line) => <RateText value={line.offer} /> },
    { id: 'share', title: 'Signed', align: 'right', cell: (line) => <RateText value={line.share} /> },
    {
      id: 'commission',
      title: 'Commission',
      align: 'right',
      cell: (line) => <RateText value={line.commission_rate} />,
    },
    { id: 'brokerage', title: 'Brokerage', align: 'right', cell: (line) => <RateText value={line.brokerage_rate} /> },
    { id: 'taxes', title: 'Taxes', cell: (line) => <Taxes line={line} currency={currency} /> },
  ];
}

/** Who carries the risk: written and signed lines, their own terms, their taxes; by day once it was endorsed. */
export function SecuritiesTab({ record }: { record: PolicyRecord }) {
  return (
    <AsEndorsed record={record} original={<OriginalLines record={record} />}>
      {(standing) => (
        <div className="grid gap-4">
          <StandingLines standing={standing} />
          <h2 className="font-semibold">As first placed</h2>
          <OriginalLines record={record} />
        </div>
      )}
    </AsEndorsed>
  );
}

function OriginalLines({ record }: { record: PolicyRecord }) {
  const { currency, securities: lines } = record;
  if (lines.length === 0)
    return <EmptyState title="No securities yet.">The reinsurers to whom the risk is offered will be here.</EmptyState>;
  return (
    <div className="grid gap-4">
      <div className="rounded-lg border border-line bg-panel px-4 py-3">
        <PlacedBar
          placed={rateOf(record.figures.placed) ?? 0n}
          order={rateOf(record.fac) ?? 0n}
          shares={lines.map((line) => rateOf(line.share) ?? 0n)}
        />
      </div>
      <Card flush title="Lines">
        <StatementTable
          caption="Securities and their lines"
          columns={columnsOf(currency)}
          groups={[{ id: 'all', rows: lines }]}
          rowKey={(line) => String(line.security.id)}
          totals={{ security: 'Total', share: <RateText value={record.figures.placed} /> }}
        />
      </Card>
    </div>
  );
}

function Taxes({ line, currency }: { line: Line; currency: string }) {
  if (line.taxes.length === 0) return <span className="text-mute">–</span>;
  return (
    <ul>
      {line.taxes.map((tax) => (
        <li key={tax.code} className="whitespace-nowrap">
          {tax.name} <RateText value={tax.rate} /> = <MoneyText value={tax.amount} currency={currency} />
          {BEARER[tax.borne_by] !== undefined && <span className="text-mute"> {BEARER[tax.borne_by]}</span>}
        </li>
      ))}
    </ul>
  );
}
