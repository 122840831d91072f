/** What is looked at before a month is closed: a check counts what is left to do. It warns and forbids nothing. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { KIND_NAMES } from '../records/kinds.ts';
import { recordId } from '../wire.ts';
import { month } from './periods.ts';

type Words = { one: string; several: string; none: string };

const CLOSING_CHECKS = {
  RECEIPTS: {
    one: 'receipt of the month is not decided',
    several: 'receipts of the month are not decided',
    none: 'Every receipt of the month is decided',
  },
  VOUCHERS: {
    one: 'voucher of the month is not decided or not paid',
    several: 'vouchers of the month are not decided or not paid',
    none: 'Every voucher of the month is paid',
  },
  JOURNALS: {
    one: 'journal of the month is not decided',
    several: 'journals of the month are not decided',
    none: 'Every journal of the month is decided',
  },
  WAITING: {
    one: 'other record waits for a decision since then',
    several: 'other records wait for a decision since then',
    none: 'No other record waits for a decision',
  },
  UNALLOCATED: {
    one: 'receipt is not wholly allocated',
    several: 'receipts are not wholly allocated',
    none: 'Every receipt is allocated',
  },
  OVERDRAWN: {
    one: 'client bank account was overdrawn at the end',
    several: 'client bank accounts were overdrawn at the end',
    none: 'No client bank account was overdrawn',
  },
  BANK_LINES: {
    one: 'line of a bank statement is not matched',
    several: 'lines of bank statements are not matched',
    none: 'Every line of a bank statement is matched',
  },
  CLIENT_MONEY: {
    one: 'currency has less client money than belongs to others',
    several: 'currencies have less client money than belongs to others',
    none: 'No client money is missing',
  },
  REVALUATION: {
    one: 'balance in another currency is not at the month’s rate',
    several: 'balances in other currencies are not at the month’s rate',
    none: 'Balances in other currencies are at the month’s rate',
  },
} as const satisfies Record<string, Words>;
export type ClosingCheck = keyof typeof CLOSING_CHECKS;
export const CHECK_NAMES = Object.keys(CLOSING_CHECKS) as ClosingCheck[];

/** What a check says of its count: "2 receipts are not wholly allocated". */
export function checkWords(check: ClosingCheck, count: number): string {
  const { one, several, none } = CLOSING_CHECKS[check];
  return count === 0 ? none : `${count} ${count === 1 ? one : several}`;
}

export const closingChecklist = endpoint({
  method: 'GET',
  path: `${SCA}/period/checklist`,
  access: 'ledger.view',
  effect: 'read',
  summary:
    'What is left to do before a month is closed: each check with its count and the first records that it counts.',
  query: z.object({ month }),
  reply: z.object({
    month: z.string(),
    data: z.array(
      z.object({
        check: z.enum(CHECK_NAMES),
        count: z.int(),
        /** The first of what is counted, where it is records. */
        records: z.array(z.object({ kind: z.enum(KIND_NAMES), id: recordId, label: z.string() })),
      }),
    ),
  }),
});
