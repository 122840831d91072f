import type { ExposureGroup } from '../../../../domain/reports/exposure.ts';
import { formatAmount, sum } from '../../../../domain/values/money.ts';
import { MoneyText } from '../../../ui/marks/Figures.tsx';
import { meantColours } from '../../../ui/styles.ts';
import { shareOf, unitsOf } from '../../ledger/wire-amounts.ts';
import { ExposedName } from './ExposedName.tsx';

/** More would not fit into sight at once. */
const MOST = 8;

type Exposed = { id: string; name: string; currency: string; sum_insured: string; exposure: string };
type Bar = { id: string; name: string; insured: bigint; placed: bigint };

/** The largest first, by what of it is placed. */
const barsOf = (rows: readonly Exposed[]): Bar[] =>
  rows
    .map((row) => ({
      id: row.id,
      name: row.name,
      insured: unitsOf(row.sum_insured, row.currency),
      placed: unitsOf(row.exposure, row.currency),
    }))
    .toSorted((a, b) => (a.placed === b.placed ? 0 : a.placed > b.placed ? -1 : 1));

const LINE =
  'grid items-center gap-x-3 gap-y-0.5 max-sm:grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[minmax(7rem,13rem)_minmax(0,1fr)_9rem]';

const Placed = ({ units, currency }: { units: bigint; currency: string }) => (
  <span className="text-end">
    <MoneyText value={formatAmount(units, currency)} currency={currency} />
  </span>
);

type Props = { rows: readonly Exposed[]; currency: string; by: ExposureGroup };

/** Where losses would gather: what is placed of each, within what is insured. The figures are in the table beneath. */
export function ExposureBars({ rows, currency, by }: Props) {
  const all = barsOf(rows);
  const bars = all.slice(0, MOST);
  const others = sum(all.slice(MOST).map(({ placed }) => placed));
  const widest = bars.reduce((most, { insured }) => (insured > most ? insured : most), 0n);
  return (
    <div className="grid gap-2 border-b border-line px-4 py-3 text-xs">
      <p className="flex flex-wrap gap-x-4 text-mute">
        <span className="flex items-center gap-1.5">
          <span aria-hidden="true" className={`h-2 w-4 rounded-[2px] bg-brand ${meantColours}`} /> Placed
        </span>
        <span className="flex items-center gap-1.5">
          <span aria-hidden="true" className={`h-2 w-4 rounded-[2px] bg-link/40 ${meantColours}`} /> Sum insured
        </span>
      </p>
      <ul aria-label={`Largest in ${currency}`} className="grid gap-1.5">
        {bars.map(({ id, name, insured, placed }) => (
          <li key={id} className={LINE}>
            <span className="min-w-0">
              <ExposedName {...{ by }} row={{ id, name }} whole />
            </span>
            <span aria-hidden="true" className={`relative h-2.5 max-sm:order-last max-sm:col-span-2 ${meantColours}`}>
              <span
                className="absolute inset-y-0 left-0 rounded-sm bg-link/40"
                style={{ width: shareOf(insured, widest) }}
              />
              <span
                className="absolute inset-y-0 left-0 rounded-sm bg-brand"
                style={{ width: shareOf(placed, widest) }}
              />
            </span>
            <Placed units={placed} currency={currency} />
          </li>
        ))}
        {all.length > MOST && (
          <li className={`${LINE} text-mute`}>
            <span>{all.length - MOST === 1 ? '1 other' : `${all.length - MOST} others`}</span>
            <span className="max-sm:hidden" />
            <Placed units={others} currency={currency} />
          </li>
        )}
      </ul>
    </div>
  );
}
