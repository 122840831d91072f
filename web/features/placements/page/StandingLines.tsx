import { Badge } from '../../../ui/marks/Badge.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { RateText } from '../../../ui/marks/Figures.tsx';
import { StatementTable, type StatementColumn } from '../../../ui/tables/StatementTable.tsx';
import { AsAtBar, shortNumber, type Standing } from './AsAtBar.tsx';
import { placedOf } from '../form/placed.ts';
import { PartyLink } from '../../../ui/marks/NameLink.tsx';
import { showDay } from '../../../ui/marks/format.ts';

type Placement = Standing['placements'][number];
type Line = Placement['lines'][number];

const COLUMNS: StatementColumn<Line>[] = [
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
  { id: 'share', title: 'Signed', align: 'right', cell: (line) => <RateText value={line.share} /> },
  { id: 'commission', title: 'Commission', align: 'right', cell: (line) => <RateText value={line.commission} /> },
  { id: 'brokerage', title: 'Brokerage', align: 'right', cell: (line) => <RateText value={line.brokerage} /> },
];

function titleOf({ from, until, number }: Placement): string {
  const by = number === null ? 'Original' : shortNumber(number);
  return `${by}: ${showDay(from)}${until === null ? ' to the end' : ` to ${showDay(until)}`}`;
}

/** Whose lines hold from which day: those of the day first, then the others, which bear losses of their own days. */
export function StandingLines({ standing }: { standing: Standing }) {
  const inForce = standing.placements.filter((one) => one.in_force);
  const others = standing.placements.filter((one) => !one.in_force).toReversed();
  return (
    <div className="grid gap-4">
      <AsAtBar standing={standing} />
      <Card flush title="Lines by day">
        <StatementTable
          caption="Securities and their lines, by the days for which they hold"
          columns={COLUMNS}
          groups={[...inForce, ...others].map((placement) => ({
            id: placement.from,
            title: (
              <span className="flex flex-wrap items-center gap-x-2">
                {titleOf(placement)}
                {placement.in_force && <Badge tone="good">{standing.asat === null ? 'Latest' : 'In force'}</Badge>}
              </span>
            ),
            rows: placement.lines,
            totals: { security: 'Total', share: <RateText value={placedOf(placement.lines)} /> },
          }))}
          rowKey={(line) => String(line.security.id)}
        />
      </Card>
    </div>
  );
}
