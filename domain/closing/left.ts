/** Lists narrowed to what a check of a month's end counts, so that its link shows exactly that. */
import * as z from 'zod/mini';
import { lastOfMonth, showMonth, type Day } from '../values/day.ts';

/** The checks whose records one list shows. */
const LISTED_CHECKS = ['RECEIPTS', 'VOUCHERS', 'UNALLOCATED', 'JOURNALS'] as const;
export type ListedCheck = (typeof LISTED_CHECKS)[number];

const WORDS: Record<ListedCheck, string> = {
  RECEIPTS: 'not decided',
  VOUCHERS: 'not decided or not paid',
  UNALLOCATED: 'not wholly allocated',
  JOURNALS: 'not decided',
};

export type Left = { check: ListedCheck; month: string };

/** "RECEIPTS.2026-03", as the address of a list has it. */
export const leftText = ({ check, month }: Left): string => `${check}.${month}`;

function leftOf(text: string): Left | null {
  const [name = '', month = '', ...rest] = text.split('.');
  const check = LISTED_CHECKS.find((one) => one === name);
  if (check === undefined || rest.length > 0 || !/^(19|20|21)\d{2}-(0[1-9]|1[0-2])$/.test(month)) return null;
  return { check, month };
}

/** The days of its month. */
export const spanOf = ({ month }: Left): { first: Day; last: Day } => {
  const first = `${month}-01`;
  return { first, last: lastOfMonth(first) };
};

/** "March 2026, not decided". */
export function leftWords(text: string): string {
  const left = leftOf(text);
  return left === null ? text : `${showMonth(spanOf(left).first)}, ${WORDS[left.check]}`;
}

const NOT_A_CHECK = 'Not a check of a month’s end.';
/** A filter of a list by one of the checks of its records. */
export const leftParam = (...checks: readonly ListedCheck[]) =>
  z.optional(
    z.codec(z.string().check(z.maxLength(40, NOT_A_CHECK)), z.custom<Left>(), {
      decode: (value, payload) => {
        const left = leftOf(value);
        if (left !== null && checks.includes(left.check)) return left;
        payload.issues.push({ code: 'custom', input: value, message: NOT_A_CHECK });
        return z.NEVER;
      },
      encode: leftText,
    }),
  );
