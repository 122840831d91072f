import type { WireReply } from '../../../domain/endpoint.ts';
import type { Every } from '../../../domain/invoices/schedule.ts';
import type { getSchedule } from '../../../domain/invoices/schedule-contract.ts';

export type Schedule = WireReply<typeof getSchedule>;

/** How often, within a sentence. */
export const EVERY_WORDS: Record<Every, string> = {
  MONTH: 'every month',
  QUARTER: 'every quarter',
  YEAR: 'every year',
};
