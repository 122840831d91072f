import { FigureLink } from '../../ui/marks/FigureLink.tsx';
import { MoneyText } from '../../ui/marks/Figures.tsx';
import { Skeleton } from '../../ui/notices/States.tsx';
import type { FigureHref } from '../../ui/tables/table-columns.tsx';

type Total = { currency: string; amount: string; base: string };
type Props = {
  totals: readonly Total[];
  base: string;
  total: string;
  /** Where the rows behind a currency's total are. */
  behind?: FigureHref<Total>;
};

/** The place of what a list adds up to, until it is known. */
export const TotalsWait = () => (
  <div aria-hidden="true" className="flex h-5 items-center max-sm:h-24 max-sm:items-start">
    <Skeleton className="w-64" />
  </div>
);

/** What a list adds up to: per currency, and in base. */
export function OverviewTotals({ totals, base, total, behind }: Props) {
  const mixed = totals.length > 1 || totals[0]?.currency !== base;
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-1">
      <div className="flex items-baseline gap-1.5">
        <dt className="text-mute">{mixed ? `All in ${base}, at booked rates` : 'Total'}</dt>
        <dd>
          <MoneyText strong withCurrency={!mixed} zero="digits" value={total} currency={base} />
        </dd>
      </div>
      {mixed &&
        totals.map((one) => (
          <div key={one.currency} className="flex items-baseline gap-1.5">
            <dt className="text-mute">Part in {one.currency}</dt>
            <dd>
              <Amount row={one} behind={behind} />
            </dd>
          </div>
        ))}
    </dl>
  );
}

function Amount({ row, behind }: { row: Total; behind: Props['behind'] }) {
  const { amount: value, currency } = row;
  const text = <MoneyText {...{ value, currency }} />;
  const href = behind?.({ name: 'amount', row, title: 'Total', value, currency });
  if (href === undefined) return text;
  return (
    <FigureLink href={href} title="Total" {...{ currency }}>
      {text}
    </FigureLink>
  );
}
