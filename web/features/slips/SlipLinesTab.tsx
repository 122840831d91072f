import { LINE_STAGE_LABELS } from '../../../domain/slips/line-stages.ts';
import { Badge } from '../../ui/marks/Badge.tsx';
import { DayText, MoneyText, RateText } from '../../ui/marks/Figures.tsx';
import { PartyLink } from '../../ui/marks/NameLink.tsx';
import type { StatementColumn } from '../../ui/tables/StatementTable.tsx';
import { rateOf } from '../placements/form/policy-amounts.ts';
import { PLACING, placingOf, STAGE_TONES } from './stage-tones.ts';
import type { SlipRecord } from '../placements/form/slip-values.ts';
import { LinesTab } from '../placements/page/LinesTab.tsx';

type Line = SlipRecord['securities'][number];

/** A step of a line: its day and, under it, its reference. */
function Step({ day, reference }: { day: string | null; reference: string }) {
  if (day === null && reference === '') return <span className="text-mute">–</span>;
  return (
    <span className="block whitespace-nowrap">
      {day !== null && <DayText value={day} />}
      {reference !== '' && <span className="block text-xs text-mute">{reference}</span>}
    </span>
  );
}

function columnsOf({ currency, slip }: SlipRecord): StatementColumn<Line>[] {
  return [
    {
      id: 'security',
      title: 'Security',
      cell: (line) => (
        <span className="flex min-w-40 flex-wrap items-center gap-x-2">
          <span className="w-full">
            <PartyLink party={line.security} />
          </span>
          <Badge tone={STAGE_TONES[line.stage]}>{LINE_STAGE_LABELS[line.stage]}</Badge>
          {line.security.id === slip.subscription.leader && <Badge tone="info">Leader</Badge>}
          {line.to_stand && <Badge>To stand</Badge>}
          {!line.resident && <Badge>Non-resident</Badge>}
        </span>
      ),
    },
    { id: 'offer', title: 'Written %', align: 'right', cell: (line) => <RateText value={line.offer} /> },
    { id: 'share', title: 'Signed %', align: 'right', cell: (line) => <RateText value={line.share} /> },
    {
      id: 'premium',
      title: `Premium ${currency}`,
      align: 'right',
      cell: (line) => <MoneyText value={line.sharepremium} currency={currency} />,
    },
    { id: 'quoted', title: 'Quoted', cell: (line) => <Step day={line.quoted_on} reference={line.quote_reference} /> },
    {
      id: 'written_on',
      title: 'Written',
      cell: (line) => (
        <Step day={line.written_on} reference={[line.stamp, line.reference].filter(Boolean).join(' · ')} />
      ),
    },
    {
      id: 'signed_on',
      title: 'Signed',
      cell: (line) => <Step day={line.signed_on} reference={line.signing_reference} />,
    },
    {
      id: 'notified',
      title: 'Notified',
      cell: (line) => (
        <span title={line.notified_by === null ? undefined : `Recorded by ${line.notified_by}`}>
          <Step day={line.notified_on} reference={line.notified_to} />
        </span>
      ),
    },
  ];
}

/** The lines of a slip, from quote to signed line. */
export function SlipLinesTab({ record }: { record: SlipRecord }) {
  const { placing } = record;
  const { tone, label } = PLACING[placingOf({ over: rateOf(placing.over) ?? 0n, short: rateOf(placing.short) ?? 0n })];
  return (
    <LinesTab
      {...{ record }}
      lines={record.securities}
      columns={columnsOf(record)}
      totals={{
        offer: <RateText value={placing.written} />,
        premium: <MoneyText value={record.figures.fac_premium} currency={record.currency} />,
      }}
      placing={
        <p className="mt-2 flex flex-wrap items-center gap-2">
          <Badge tone={tone}>{label}</Badge>
          <span className="text-mute">{placing.sentence}</span>
        </p>
      }
      empty="Quotes and lines will be here, each with its stamp."
    />
  );
}
