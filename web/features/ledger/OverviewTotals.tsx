import { MoneyText } from '../../ui/marks/Figures.tsx';

type Props = { totals: readonly { currency: string; amount: string; base: string }[]; base: string; total: string };

/** What a list adds up to: per currency, and in base. */
export function OverviewTotals({ totals, base, total }: Props) {
  const mixed = totals.length > 1 || totals[0]?.currency !== base;
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-1">
      <div className="flex items-baseline gap-1.5">
        <dt className="text-mute">{mixed ? 'Total at booked rates' : 'Total'}</dt>
        <dd>
          <MoneyText strong withCurrency zero="digits" value={total} currency={base} />
        </dd>
      </div>
      {mixed &&
        totals.map((one) => (
          <div key={one.currency} className="flex items-baseline gap-1.5">
            <dt className="sr-only">In {one.currency}</dt>
            <dd>
              <MoneyText withCurrency value={one.amount} currency={one.currency} />
            </dd>
          </div>
        ))}
    </dl>
  );
}
