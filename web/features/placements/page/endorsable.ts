import type { PolicyRecord } from '../form/policy-values.ts';

/** Whether nothing is left to endorse: cover was cancelled from its first day. Days that were covered may be charged for. */
export function neverCovered({ current, insurance_start_date: start }: PolicyRecord): boolean {
  return current.cancelled_from !== null && current.cancelled_from <= start;
}
