import type { ReactNode } from 'react';
import { partyHref } from '../../../paths.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { Badge, StatusBadge } from '../../../ui/marks/Badge.tsx';
import { DayText, MoneyText, RateText } from '../../../ui/marks/Figures.tsx';
import { daysLate } from '../../../ui/marks/lateness.ts';
import { StatementTable, type StatementColumn } from '../../../ui/tables/StatementTable.tsx';
import { isNothing, sumOf } from '../../ledger/wire-amounts.ts';
import type { ClaimRecord } from '../form/claim-form.ts';
import { agreementBadge } from '../claim-words.ts';
import { SecurityLine } from './SecurityLine.tsx';

type Figure = { label: string; whole: string | null; ours: string };

function figuresOf({ figures, currency }: ClaimRecord): Figure[] {
  const { incurred, called, outstanding, fees, ex_gratia: exGratia, salvage } = figures;
  const apart = [
    { label: 'Fees', ...fees },
    { label: 'Ex gratia', ...exGratia },
    { label: 'Salvage', ...salvage },
  ];
  return [
    { label: 'Incurred', ...incurred },
    { label: 'Called', ...called },
    { label: 'Outstanding', ...outstanding },
    ...apart.filter((one) => !isNothing(one.whole, currency)),
    { label: 'Collected', whole: null, ours: figures.collected },
    { label: 'Paid to the reinsured', whole: null, ours: figures.paid },
    { label: 'Collected, to be paid', whole: null, ours: figures.payable },
  ];
}

function figureColumns({ currency, claim_share: share }: ClaimRecord): StatementColumn<Figure>[] {
  const ours = (
    <>
      Ours <RateText value={share} />
    </>
  );
  return [
    { id: 'label', title: currency, cell: (row) => row.label },
    { id: 'whole', title: '100%', align: 'right', cell: (row) => <MoneyText value={row.whole} {...{ currency }} /> },
    { id: 'ours', title: ours, align: 'right', cell: (row) => <MoneyText value={row.ours} {...{ currency }} /> },
  ];
}

/** The whole and ours, side by side. */
function Standing({ claim }: { claim: ClaimRecord }) {
  return (
    <Card flush title="Figures">
      <StatementTable
        caption={`The claim at 100% and ours, in ${claim.currency}`}
        columns={figureColumns(claim)}
        groups={[{ id: 'figures', rows: figuresOf(claim) }]}
        rowKey={(row) => row.label}
      />
    </Card>
  );
}

type Security = ClaimRecord['securities'][number];

function Age({ row, open }: { row: Security; open: boolean }): ReactNode {
  if (!open || row.due_on === null) return <span className="text-mute">–</span>;
  return (
    <span className="inline-flex items-center gap-1.5 md:flex-col md:items-start md:gap-0.5">
      <DayText value={row.due_on} />
      {row.age > 0 && <Badge tone="bad">{daysLate(row.age)}</Badge>}
    </span>
  );
}

function securityColumns({ currency }: ClaimRecord): StatementColumn<Security>[] {
  const money = (id: 'incurred' | 'called' | 'open', title: string): StatementColumn<Security> => ({
    id,
    title,
    align: 'right',
    cell: (row) => <MoneyText value={row[id]} {...{ currency }} />,
  });
  return [
    {
      id: 'security',
      title: 'Security, line',
      cell: (row) => <SecurityLine {...row} href={partyHref(row.security.id)} />,
    },
    money('incurred', 'Incurred'),
    {
      ...money('called', 'Called'),
      lower: { id: 'collected', title: 'Collected' },
      second: (row) => <MoneyText value={row.collected} {...{ currency }} />,
    },
    money('open', 'Owes'),
    { id: 'due', title: 'Due', cell: (row) => <Age row={row} open={!isNothing(row.open, currency)} /> },
    {
      id: 'agreement',
      title: 'Agreement',
      cell: (row) =>
        row.agreement === null ? (
          <span className="text-mute">–</span>
        ) : (
          <StatusBadge {...agreementBadge(row.agreement)} />
        ),
    },
  ];
}

/** What each security bears, was called, paid and owes, and for how long. */
function BySecurity({ claim }: { claim: ClaimRecord }) {
  const { currency, securities } = claim;
  const total = (name: 'incurred' | 'called' | 'collected' | 'open') => (
    <MoneyText
      value={sumOf(
        securities.map((one) => one[name]),
        currency,
      )}
      {...{ currency }}
    />
  );
  return (
    <Card flush title="By security" actions={<span className="text-xs font-medium text-mute">{currency}</span>}>
      <StatementTable
        caption={`Each security’s part of the claim, in ${currency}`}
        columns={securityColumns(claim)}
        groups={[{ id: 'securities', rows: securities }]}
        rowKey={(row) => String(row.security.id)}
        totals={{
          security: 'Total',
          incurred: total('incurred'),
          called: total('called'),
          collected: total('collected'),
          open: total('open'),
        }}
      />
    </Card>
  );
}

/** The claim in figures: at 100 % and ours, then by security with what is late. */
export function ClaimFigures({ claim, children }: { claim: ClaimRecord; children?: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <BySecurity {...{ claim }} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Standing {...{ claim }} />
        {children}
      </div>
    </div>
  );
}
