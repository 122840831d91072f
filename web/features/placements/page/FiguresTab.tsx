import { FIGURES } from '../../../../domain/placements/fields.ts';
import { formatAmount, sum } from '../../../../domain/values/money.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { MoneyText, RateText } from '../../../ui/marks/Figures.tsx';
import { FiguresPanel } from '../../../ui/marks/FiguresPanel.tsx';
import { showWireRate } from '../../../ui/fields/read-typed.ts';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { StatementTable, type StatementColumn } from '../../../ui/tables/StatementTable.tsx';
import { AsEndorsed } from './AsEndorsed.tsx';
import { placedOf } from '../form/placed.ts';
import { Identity } from './Identity.tsx';
import { amountOf } from '../form/policy-amounts.ts';
import type { PolicyRecord } from '../form/policy-values.ts';
import { StandingFigures } from './StandingFigures.tsx';
import { PartyLink } from '../../../ui/marks/NameLink.tsx';

export type Line = PolicyRecord['securities'][number];

/** Σ of taxes of a line that someone bears. */
function taxOf(line: Line, by: string, currency: string): string {
  const amounts = line.taxes.filter((tax) => tax.borne_by === by).map((tax) => amountOf(tax.amount, currency) ?? 0n);
  return formatAmount(sum(amounts), currency);
}

function totalOf(lines: readonly Line[], pick: (line: Line) => string, currency: string): string {
  return formatAmount(sum(lines.map((line) => amountOf(pick(line), currency) ?? 0n)), currency);
}

type Amount = { id: string; title: string; pick: (line: Line) => string };

function amountsOf({ currency, securities: lines }: PolicyRecord): Amount[] {
  const hasReinsuredTax = lines.some((line) => line.taxes.some((tax) => tax.borne_by === 'REINSURED'));
  return [
    { id: 'sharepremium', title: 'Share premium', pick: (line) => line.sharepremium },
    { id: 'commission', title: FIGURES.commission.short, pick: (line) => line.commission },
    { id: 'brokerage', title: FIGURES.brokerage.short, pick: (line) => line.brokerage },
    { id: 'tax', title: FIGURES.tax.short, pick: (line) => taxOf(line, 'SECURITY', currency) },
    { id: 'netpayable', title: FIGURES.netpayable.short, pick: (line) => line.netpayable },
    ...(hasReinsuredTax
      ? [
          {
            id: 'reinsured',
            title: FIGURES.tax_of_reinsured.short,
            pick: (line: Line) => taxOf(line, 'REINSURED', currency),
          },
        ]
      : []),
  ];
}

function columnsOf(amounts: readonly Amount[], currency: string): StatementColumn<Line>[] {
  return [
    { id: 'security', title: 'Security', cell: (line) => <PartyLink party={line.security} /> },
    { id: 'share', title: 'Signed', align: 'right', cell: (line) => <RateText value={line.share} /> },
    ...amounts.map(({ id, title, pick }) => ({
      id,
      title,
      align: 'right' as const,
      cell: (line: Line) => <MoneyText value={pick(line)} currency={currency} />,
    })),
  ];
}

/** What each security gets and gives up, the totals, and the identity: as at any day once it was endorsed. */
export function FiguresTab({ record }: { record: PolicyRecord }) {
  return (
    <AsEndorsed record={record} original={<OriginalFigures record={record} />}>
      {(standing) => <StandingFigures standing={standing} />}
    </AsEndorsed>
  );
}

function OriginalFigures({ record }: { record: PolicyRecord }) {
  const { currency, securities: lines, figures } = record;
  if (lines.length === 0) return <EmptyState title="No securities yet.">Figures follow from their lines.</EmptyState>;
  const amounts = amountsOf(record);
  return (
    <div className="grid gap-4">
      <Card
        flush
        title="Figures by security"
        actions={<span className="text-xs font-medium text-mute">{currency}</span>}
      >
        <StatementTable
          caption={`Figures by security, in ${currency}`}
          columns={columnsOf(amounts, currency)}
          groups={[{ id: 'all', rows: lines }]}
          rowKey={(line) => String(line.security.id)}
          totals={{
            security: 'Total',
            share: <RateText value={placedOf(lines)} />,
            ...Object.fromEntries(
              amounts.map(({ id, pick }) => [
                id,
                <MoneyText key={id} value={totalOf(lines, pick, currency)} currency={currency} />,
              ]),
            ),
          }}
        />
        <div className="border-t border-line px-4 py-3">
          <Identity
            currency={currency}
            debitNote={figures.debit_note}
            net={figures.netpayable}
            brokerage={figures.brokerage}
            tax={figures.tax}
          />
        </div>
      </Card>
      <div className="max-w-md">
        <BuildUp record={record} />
      </div>
    </div>
  );
}

/** From the sum insured to the debit note, step by step. */
function BuildUp({ record }: { record: PolicyRecord }) {
  const { currency, figures } = record;
  const reinsured = record.securities.map((line) => amountOf(taxOf(line, 'REINSURED', currency), currency) ?? 0n);
  return (
    <FiguresPanel
      title="From premium to debit note"
      currency={currency}
      rows={[
        { label: 'Sum insured', value: record.sum_insured },
        {
          label: FIGURES.premium.label,
          value: record.premium,
          note: record.rate === null ? 'entered by hand' : `at ${showWireRate(record.rate)}%`,
        },
        {
          label: FIGURES.fac_premium.label,
          value: figures.fac_premium,
          note: `${showWireRate(figures.placed)}% placed`,
        },
        { label: FIGURES.commission.label, value: `-${figures.commission}`, level: 'sub' },
        ...(sum(reinsured) === 0n
          ? []
          : [
              {
                label: FIGURES.tax_of_reinsured.label,
                value: formatAmount(sum(reinsured), currency),
                level: 'sub' as const,
              },
            ]),
        { label: FIGURES.debit_note.label, value: figures.debit_note, level: 'total' },
      ]}
    />
  );
}
