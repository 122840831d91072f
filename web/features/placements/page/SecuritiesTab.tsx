import { Badge } from '../../../ui/marks/Badge.tsx';
import { DayText, MoneyText, RateText } from '../../../ui/marks/Figures.tsx';
import type { StatementColumn } from '../../../ui/tables/StatementTable.tsx';
import type { Line } from './FiguresTab.tsx';
import type { PolicyRecord } from '../form/policy-values.ts';
import { LinesTab } from './LinesTab.tsx';
import { PartyLink } from '../../../ui/marks/NameLink.tsx';

const BEARER: Readonly<Record<string, string>> = { REINSURED: 'borne by the reinsured', BROKER: 'borne by us' };

function columnsOf(currency: string): StatementColumn<Line>[] {
  return [
    {
      id: 'security',
      title: 'Security',
      cell: (line) => (
        <span className="flex flex-wrap items-center gap-x-2">
          <PartyLink party={line.security} />
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
    { id: 'accepted', title: 'Accepted', cell: (line) => <Acceptance line={line} /> },
    { id: 'taxes', title: 'Taxes', cell: (line) => <Taxes line={line} currency={currency} /> },
  ];
}

/** Written and signed lines of a local policy, their own terms and their taxes. */
export function SecuritiesTab({ record }: { record: PolicyRecord }) {
  return (
    <LinesTab
      {...{ record }}
      lines={record.securities}
      columns={columnsOf(record.currency)}
      totals={{}}
      empty="The reinsurers to whom the risk is offered will be here."
    />
  );
}

/** When, by whom and under which reference the security accepted its line. */
function Acceptance({ line }: { line: Line }) {
  const { accepted_by: by, reference, written_on: day } = line;
  if (day === null && by === '' && reference === '') return <span className="text-mute">–</span>;
  return (
    <>
      {day !== null && <DayText value={day} />}
      <span className="block text-xs text-mute" dir="auto">
        {[by, reference].filter((one) => one !== '').join(' · ')}
      </span>
    </>
  );
}

const CHARGE_WORDS = { FLAT: 'per policy', MINIMUM: 'to its minimum' } as const;

function Taxes({ line, currency }: { line: Line; currency: string }) {
  if (line.taxes.length === 0) return <span className="text-mute">–</span>;
  return (
    <ul>
      {line.taxes.map((tax) => (
        <li key={`${tax.code} ${tax.charge ?? tax.rate}`}>
          {tax.name} {tax.charge === null ? <RateText value={tax.rate} /> : CHARGE_WORDS[tax.charge]} ={' '}
          <MoneyText value={tax.amount} currency={currency} />
          {BEARER[tax.borne_by] !== undefined && <span className="text-mute"> {BEARER[tax.borne_by]}</span>}
        </li>
      ))}
    </ul>
  );
}
