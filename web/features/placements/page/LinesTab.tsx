import type { ReactNode } from 'react';
import { Card } from '../../../ui/layout/Card.tsx';
import { RateText } from '../../../ui/marks/Figures.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { StatementTable, type StatementColumn } from '../../../ui/tables/StatementTable.tsx';
import { PlacedBar } from '../form/PlacedBar.tsx';
import { rateOf } from '../form/policy-amounts.ts';
import type { PolicyRecord } from '../form/policy-values.ts';
import { AsEndorsed } from './AsEndorsed.tsx';
import { StandingLines } from './StandingLines.tsx';

type Props<L> = {
  record: PolicyRecord;
  /** The lines of its market. */
  lines: readonly L[];
  columns: readonly StatementColumn<L>[];
  totals: Record<string, ReactNode>;
  /** How far it is placed, in words. */
  placing?: ReactNode;
  /** What comes here once there are lines. */
  empty: string;
};

/** Who carries the risk: the lines of a placement in either market; by day once it was endorsed. */
export function LinesTab<L extends { security: { id: number }; share: string }>(props: Props<L>) {
  const original = <OriginalLines {...props} />;
  return (
    <AsEndorsed record={props.record} {...{ original }}>
      {(standing) => (
        <div className="grid gap-4">
          <StandingLines standing={standing} />
          <h2 className="font-semibold">As first placed</h2>
          {original}
        </div>
      )}
    </AsEndorsed>
  );
}

function OriginalLines<L extends { security: { id: number }; share: string }>(props: Props<L>) {
  const { record, lines, columns, totals, placing, empty } = props;
  if (lines.length === 0) return <EmptyState title="No securities yet.">{empty}</EmptyState>;
  return (
    <div className="grid gap-4">
      <div className="rounded-lg border border-line bg-panel px-4 py-3">
        <PlacedBar
          placed={rateOf(record.figures.placed) ?? 0n}
          order={rateOf(record.fac) ?? 0n}
          shares={lines.map((line) => rateOf(line.share) ?? 0n)}
        />
        {placing}
      </div>
      <Card flush title="Lines">
        <StatementTable
          caption="Securities and their lines"
          {...{ columns }}
          groups={[{ id: 'all', rows: lines }]}
          rowKey={(line) => String(line.security.id)}
          totals={{ security: 'Total', share: <RateText value={record.figures.placed} />, ...totals }}
        />
      </Card>
    </div>
  );
}
