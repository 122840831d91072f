/** Ageing buckets in days overdue. §7. */
export const BUCKETS = ['not_due', 'd1_30', 'd31_60', 'd61_90', 'd91_180', 'd181_365', 'over_365'] as const;
export type Bucket = (typeof BUCKETS)[number];
export const BUCKET_LABELS: Record<Bucket, string> = {
  not_due: 'Not due',
  d1_30: '1–30',
  d31_60: '31–60',
  d61_90: '61–90',
  d91_180: '91–180',
  d181_365: '181–365',
  over_365: 'Over 365',
};
