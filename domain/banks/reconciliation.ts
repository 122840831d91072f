/** Of what a row of a bank reconciliation is, in the order of the rows. M9. */
export const RECONCILED = ['LEDGER', 'UNPRESENTED', 'NOT_BOOKED', 'BEFORE', 'STATEMENT'] as const;
export type Reconciled = (typeof RECONCILED)[number];
/** Those that consist of items. */
export const BETWEEN = ['UNPRESENTED', 'NOT_BOOKED'] as const satisfies readonly Reconciled[];
export const RECONCILED_LABELS: Record<Reconciled, string> = {
  LEDGER: 'Balance of the ledger',
  UNPRESENTED: 'In the books, not on the statement',
  NOT_BOOKED: 'On the statement, not in the books',
  BEFORE: 'Before the first statement',
  STATEMENT: 'Balance of the statement',
};

/** The account by a day: its ledger, its first statement, and sums of what lies between them; minor units. */
type AccountAt = {
  ledger: bigint;
  /** At which the first statement began. */
  opening: bigint;
  /** Booked before the first statement and never matched. */
  bookedBefore: bigint;
  unpresented: { items: number; amount: bigint };
  notBooked: { items: number; amount: bigint };
};
type Part = { section: Reconciled; items: number; amount: bigint };

/**
 * What leads from the ledger to the statement, as amounts to add: what is booked and not presented comes off, a payment
 * that the bank has not made is added back. What was booked before the first statement and never matched is one amount
 * with the balance at which that began. Ledger 171,875.00 + unpresented 109,375.00 = statement 281,250.00. M9.
 */
export function reconciliationOf(at: AccountAt): { parts: Part[]; statement: bigint } {
  const { ledger, opening, bookedBefore, unpresented, notBooked } = at;
  const before = opening - bookedBefore;
  const statement = ledger + unpresented.amount + notBooked.amount + before;
  const balance = (section: Reconciled, amount: bigint): Part => ({ section, items: 0, amount });
  return {
    parts: [
      balance('LEDGER', ledger),
      ...(unpresented.items === 0 ? [] : [{ section: 'UNPRESENTED' as const, ...unpresented }]),
      ...(notBooked.items === 0 ? [] : [{ section: 'NOT_BOOKED' as const, ...notBooked }]),
      ...(before === 0n ? [] : [balance('BEFORE', before)]),
      balance('STATEMENT', statement),
    ],
    statement,
  };
}
