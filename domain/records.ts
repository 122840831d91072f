/**
 * Kinds of record on which files and notes hang and whose versions are compared. Of those that are decided the trail holds
 * the whole body at each saving; of the registers it tells how they began and what each change was.
 */
export const RECORDS = [
  'policy',
  'endorsement',
  'receipt',
  'voucher',
  'party',
  'cover_type',
  'clause',
  'currency',
] as const;
export type RecordName = (typeof RECORDS)[number];
