import { FIGURES } from '../../../../domain/placements/fields.ts';
import { ENDORSEMENT_LABELS } from '../../../../domain/endorsements/endorsements.ts';
import { formatAmount, sum } from '../../../../domain/values/money.ts';
import { AppLink } from '../../../ui/buttons/AppLink.tsx';
import { Badge } from '../../../ui/marks/Badge.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { DayText, MoneyText, RateText } from '../../../ui/marks/Figures.tsx';
import { StatementTable, type StatementColumn } from '../../../ui/tables/StatementTable.tsx';
import { focusRing } from '../../../ui/styles.ts';
import { atId, paths } from '../../../paths.ts';
import { AsAtBar, shortNumber, type Standing } from './AsAtBar.tsx';
import { placedOf } from '../form/placed.ts';
import { Identity } from './Identity.tsx';
import { amountOf } from '../form/policy-amounts.ts';
import { PartyLink } from '../../../ui/marks/NameLink.tsx';

type Part = Standing['parts'][number];
type Line = Standing['securities'][number];

const AMOUNTS = [
  ['premium', FIGURES.premium.short],
  ['fac_premium', FIGURES.fac_premium.short],
  ['commission', FIGURES.commission.short],
  ['brokerage', FIGURES.brokerage.short],
  ['tax', FIGURES.tax.short],
  ['netpayable', FIGURES.netpayable.short],
  ['debit_note', FIGURES.debit_note.short],
] as const;

function PartName({ part }: { part: Part }) {
  if (part.endorsement === null) return <>Original</>;
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <AppLink href={atId(paths.endorsement, part.endorsement)} className={`text-link hover:underline ${focusRing}`}>
        {shortNumber(part.number)}
      </AppLink>
      <span className={part.standing ? '' : 'text-mute'}>{ENDORSEMENT_LABELS[part.endorsementtype]}</span>
      {!part.standing && <Badge>Not in effect</Badge>}
    </span>
  );
}

function partColumns(currency: string): StatementColumn<Part>[] {
  return [
    { id: 'part', title: 'Part', cell: (part) => <PartName part={part} /> },
    { id: 'from', title: 'From', cell: (part) => <DayText value={part.effective_date} /> },
    ...AMOUNTS.map(([id, title]) => ({
      id,
      title,
      align: 'right' as const,
      cell: (part: Part) => (
        <span className={part.standing ? '' : 'text-mute'}>
          <MoneyText value={part[id]} currency={currency} />
        </span>
      ),
    })),
  ];
}

const LINE_AMOUNTS = [
  ['sharepremium', 'Share premium'],
  ['commission', FIGURES.commission.short],
  ['brokerage', FIGURES.brokerage.short],
  ['tax', FIGURES.tax.short],
  ['netpayable', FIGURES.netpayable.short],
  ['tax_of_reinsured', FIGURES.tax_of_reinsured.short],
] as const;

function lineColumns({ currency, securities }: Standing): StatementColumn<Line>[] {
  const taxed = securities.some((line) => /[1-9]/.test(line.tax_of_reinsured));
  return [
    {
      id: 'security',
      title: 'Security',
      cell: (line) => <PartyLink party={line.security} />,
    },
    { id: 'share', title: 'Signed', align: 'right', cell: (line) => <RateText value={line.share} /> },
    ...LINE_AMOUNTS.filter(([id]) => taxed || id !== 'tax_of_reinsured').map(([id, title]) => ({
      id,
      title,
      align: 'right' as const,
      cell: (line: Line) => <MoneyText value={line[id]} currency={currency} />,
    })),
  ];
}

const totalTax = ({ securities, currency }: Standing, id: 'tax' | 'tax_of_reinsured') =>
  formatAmount(sum(securities.map((line) => amountOf(line[id], currency) ?? 0n)), currency);

/** The figures of an endorsed policy as at a day: what each part brought, the total, and per security. */
export function StandingFigures({ standing }: { standing: Standing }) {
  const { currency, totals, parts, securities } = standing;
  const unit = <span className="text-xs font-medium text-mute">{currency}</span>;
  return (
    <div className="grid gap-4">
      <AsAtBar standing={standing} />
      <Card flush title="Original and endorsements" actions={unit}>
        <StatementTable
          caption={`What the original and each endorsement brought, in ${currency}`}
          columns={partColumns(currency)}
          groups={[{ id: 'all', rows: parts }]}
          rowKey={(part) => String(part.endorsement ?? 0)}
          totals={{
            part: 'As it stands',
            ...Object.fromEntries(
              AMOUNTS.map(([id]) => [id, <MoneyText key={id} value={totals[id]} currency={currency} />]),
            ),
          }}
        />
        <div className="border-t border-line px-4 py-3">
          <Identity
            currency={currency}
            debitNote={totals.debit_note}
            net={totals.netpayable}
            brokerage={totals.brokerage}
            tax={totals.tax}
          />
        </div>
      </Card>
      <Card flush title="Figures by security" actions={unit}>
        <StatementTable
          caption={`Figures by security with the endorsements in effect, in ${currency}`}
          columns={lineColumns(standing)}
          groups={[{ id: 'all', rows: securities }]}
          rowKey={(line) => String(line.security.id)}
          totals={{
            security: 'Total',
            sharepremium: <MoneyText value={totals.fac_premium} currency={currency} />,
            share: <RateText value={placedOf(securities)} />,
            commission: <MoneyText value={totals.commission} currency={currency} />,
            tax: <MoneyText value={totalTax(standing, 'tax')} currency={currency} />,
            tax_of_reinsured: <MoneyText value={totalTax(standing, 'tax_of_reinsured')} currency={currency} />,
            brokerage: <MoneyText value={totals.brokerage} currency={currency} />,
            netpayable: <MoneyText value={totals.netpayable} currency={currency} />,
          }}
        />
      </Card>
    </div>
  );
}
