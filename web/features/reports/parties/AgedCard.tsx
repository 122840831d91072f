import type { ReactNode } from 'react';
import type { Bucket } from '../../../../domain/reports/buckets.ts';
import { MoneyText } from '../../../ui/marks/Figures.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { AgeBar, AgeLegend } from './AgeBar.tsx';
import { onPaper } from '../../../ui/tables/use-wide-sheet.ts';

/** Columns are closer where all of them have just room. */
export const CLOSE = 'close-columns';
type AgedCurrency = Record<Bucket, string> & { currency: string };
type Props = { totals: AgedCurrency; more?: ReactNode; children: ReactNode };

/** What notes of one currency do not have columns for: the rate is said above them, the day it is due below a note. */
export const IN_HEAD = ['rate', 'rate_day', 'due_on', 'overdue'] as const;

/** An ageing in one currency: the ages of the whole as a bar with its key, and who or what makes it. */
export function AgedCard({ totals, more, children }: Props) {
  const { currency } = totals;
  return (
    <Card flush title={currency} className={`${onPaper} ${CLOSE} aged-notes`}>
      <div className="grid gap-2 border-b border-line px-4 py-3">
        <AgeBar tall aged={totals} currency={currency} />
        <AgeLegend aged={totals} currency={currency} />
        {more}
      </div>
      {children}
    </Card>
  );
}

type BarsProps<T> = { totals: readonly T[]; more?: (totals: T) => ReactNode; children: ReactNode };

/** An ageing of every currency: the ages of each as a bar with its key, over the one table of who or what makes them. */
export function AgedBars<T extends AgedCurrency>({ totals, more, children }: BarsProps<T>) {
  return (
    <Card flush className={`${onPaper} ${CLOSE}`}>
      <ul className="grid gap-3 border-b border-line px-4 py-3">
        {totals.map((one) => (
          <li key={one.currency} className="grid gap-1.5 sm:grid-cols-[3rem_minmax(0,1fr)]">
            <span className="font-semibold leading-3">{one.currency}</span>
            <div className="grid gap-1.5">
              <AgeBar tall aged={one} currency={one.currency} />
              <AgeLegend aged={one} currency={one.currency} />
              {more?.(one)}
            </div>
          </li>
        ))}
      </ul>
      {children}
    </Card>
  );
}

/** A total over the bar of its ages. */
export function AgedTotal({ aged }: { aged: AgedCurrency & { total: string } }) {
  return (
    <span className="grid w-full min-w-20 gap-px leading-4.5">
      <MoneyText value={aged.total} currency={aged.currency} strong />
      <AgeBar aged={aged} currency={aged.currency} />
    </span>
  );
}
