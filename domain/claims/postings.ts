import type { Unpriced } from '../ledger/entries.ts';
import { sum } from '../values/money.ts';

type Part = { securityId: number; amount: bigint };

/** A call approved: Dr claims recoverable each security's part, Cr claims payable to the reinsured; minor units. C5, C10. */
export function callLines(reinsuredId: number, parts: readonly Part[]): Unpriced[] {
  return [
    ...parts.map(({ securityId, amount }) => ({ account: 'CLAIMS_RECOVERABLE' as const, partyId: securityId, amount })),
    { account: 'CLAIMS_PAYABLE' as const, partyId: reinsuredId, amount: -sum(parts.map((one) => one.amount)) },
  ].filter((line) => line.amount !== 0n);
}

/** Salvage received: Dr claims payable the reinsured, Cr claims recoverable each security's part; minor units. C11. */
export const salvageLines = (reinsuredId: number, parts: readonly Part[]): Unpriced[] =>
  callLines(reinsuredId, parts).map((line) => ({ ...line, amount: -line.amount }));
