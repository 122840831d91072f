import type { ReactNode } from 'react';
import type { Bucket } from '../../../../domain/reports/buckets.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { AgeBar, AgeLegend } from './AgeBar.tsx';
import { onPaper } from '../use-wide-sheet.ts';

type Props = { totals: Record<Bucket, string> & { currency: string }; more?: ReactNode; children: ReactNode };

/** An ageing in one currency: the ages of the whole as a bar with its key, and who or what makes it. */
export function AgedCard({ totals, more, children }: Props) {
  const { currency } = totals;
  return (
    <Card flush title={currency} className={onPaper}>
      <div className="grid gap-2 border-b border-line px-4 py-3">
        <AgeBar tall aged={totals} currency={currency} />
        <AgeLegend aged={totals} currency={currency} />
        {more}
      </div>
      {children}
    </Card>
  );
}

/** A name with the bar of its age under it. */
export function AgedName({ name, aged }: { name: string; aged: Record<Bucket, string> & { currency: string } }) {
  return (
    <span className="block w-44 max-w-full">
      <span dir="auto" title={name} className="block truncate leading-4.5">
        {name}
      </span>
      <AgeBar aged={aged} currency={aged.currency} />
    </span>
  );
}
