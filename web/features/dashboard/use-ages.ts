import { receivableAges } from '../../../domain/explained/ages.ts';
import type { WireReply } from '../../../domain/endpoint.ts';
import type { ageingDashboard } from '../../../domain/reports/ageing.ts';
import { BUCKET_LABELS, type Bucket } from '../../../domain/reports/buckets.ts';
import { paths } from '../../paths.ts';
import { isNothing } from '../ledger/wire-amounts.ts';
import { useFigures } from '../reports/explained/figures.ts';

type Ages = WireReply<typeof ageingDashboard>;

const titleOf = (bucket: Bucket): string =>
  bucket === 'not_due' ? BUCKET_LABELS[bucket] : `${BUCKET_LABELS[bucket]} days overdue`;

/** Where each age of receivables leads: to what it is made of, and who may not see that to the ageing; of nothing nowhere. */
export function useAges(): (ages: Ages, bucket: Bucket) => { href?: string } {
  const figures = useFigures(receivableAges, {});
  return (ages, bucket) => {
    const { [bucket]: value, currency } = ages;
    if (isNothing(value, currency)) return {};
    return {
      href: figures({ name: bucket, row: ages, title: titleOf(bucket), value, currency }) ?? paths.ageingOverview,
    };
  };
}
