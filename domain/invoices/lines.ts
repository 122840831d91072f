import type { Unpriced } from '../ledger/entries.ts';
import { sum } from '../values/money.ts';

/** A line as it is booked: the code of its account, its sub-ledger account, amounts in minor units. */
type BookedLine = {
  account: string;
  subPartyId: number | null;
  taxId: number | null;
  net: bigint;
  tax: bigint;
};

/**
 * Invoice: Dr invoices receivable of the party; Cr each income account, and taxes payable by tax. A credit books the mirror.
 * One line for each account with its sub-ledger account, and one a tax, in minor units. §3.
 */
export function invoiceLines(
  lines: readonly BookedLine[],
  { partyId, credit }: { partyId: number; credit: boolean },
): Unpriced[] {
  const byAccount = Map.groupBy(lines, (line) => `${line.account}/${line.subPartyId ?? ''}`);
  const byTax = Map.groupBy(lines, (line) => line.taxId);
  const total = sum(lines.map((line) => line.net + line.tax));
  const receivable: Unpriced = { account: 'INVOICES_RECEIVABLE', partyId, amount: total };
  const booked: Unpriced[] = [
    receivable,
    ...[...byAccount.values()].map((own): Unpriced => ({
      account: { code: own[0]?.account ?? '' },
      partyId: own[0]?.subPartyId ?? undefined,
      amount: -sum(own.map((line) => line.net)),
    })),
    ...[...byTax].flatMap(([taxId, own]): Unpriced[] =>
      taxId === null ? [] : [{ account: 'TAXES_PAYABLE', taxId, amount: -sum(own.map((line) => line.tax)) }],
    ),
  ].filter((line) => line.amount !== 0n);
  return credit ? booked.map((line) => ({ ...line, amount: -line.amount })) : booked;
}
