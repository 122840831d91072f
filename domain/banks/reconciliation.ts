import type { Day } from '../values/day.ts';
import { sum } from '../values/money.ts';

/** Of what a row of a bank reconciliation is, in the order of the rows. M9. */
export const RECONCILED = ['LEDGER', 'UNPRESENTED', 'NOT_BOOKED', 'BEFORE', 'STATEMENT'] as const;
export type Reconciled = (typeof RECONCILED)[number];
export const RECONCILED_LABELS: Record<Reconciled, string> = {
  LEDGER: 'Balance of the ledger',
  UNPRESENTED: 'In the books, not on the statement',
  NOT_BOOKED: 'On the statement, not in the books',
  BEFORE: 'Before the first statement',
  STATEMENT: 'Balance of the statement',
};

/** What one record moved on the account by a day, in the books and by the lines that it is matched with; minor units. */
export type MovedBy = { booked: bigint; presented: bigint; firstDay: Day };
/** The account by that day: its ledger, its first statement, and lines that nothing is matched with. */
type AccountAt = {
  ledger: bigint;
  opening: bigint;
  firstDay: Day;
  openLines: bigint;
};

/**
 * What leads from the ledger to the statement, as amounts to add: what is booked and not presented comes off, a payment
 * that the bank has not made is added back. What was booked before the first statement and never matched is one amount
 * with the balance at which that began. Ledger 171,875.00 + unpresented 109,375.00 = statement 281,250.00. M9.
 */
export function reconciliationOf<R extends MovedBy>(records: readonly R[], at: AccountAt) {
  const isBefore = ({ firstDay, presented }: R) => firstDay < at.firstDay && presented === 0n;
  const before = at.opening - sum(records.filter(isBefore).map(({ booked }) => booked));
  const rows = records
    .filter((one) => !isBefore(one) && one.booked !== one.presented)
    .map((record) => ({ record, amount: record.presented - record.booked }));
  const statement = at.ledger + sum(rows.map(({ amount }) => amount)) + at.openLines + before;
  return { rows, before, statement };
}
