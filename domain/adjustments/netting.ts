import { oldestFirst } from '../ledger/releases.ts';
import { showMoney, sum } from '../values/money.ts';
import type { PartTaken } from './rules.ts';

/** What one security is owed on a debit note by one credit note, in minor units. */
export type OwedToSecurity = { part: number; creditNote: number; securityId: number; name: string; net: bigint };

/** A claim invoice, in minor units: what its security still owes of it, and what came in on it and is on no voucher. */
export type NettedInvoice = {
  note: number;
  part: number;
  securityId: number;
  open: bigint;
  free: bigint;
  disputed: boolean;
};

/** Premium of one part that a security keeps back from one invoice. */
export type Kept = OwedToSecurity & { invoice: number; amount: bigint };

/** The debit note that is settled net: nothing may be settled on it, and no voucher hold any of it. */
type NettedNote = { number: string; currency: string; amount: bigint; settled: bigint; committed: bigint };

export type Netting = {
  kept: Kept[];
  /** What of each invoice's part, the reinsured's money, settles the debit note. */
  taken: PartTaken[];
  /** What of the claim is in hand, and what our brokerage and the taxes of the note need of it. */
  inHand: bigint;
  needed: bigint;
  /** Why it cannot be settled so; none where it can. */
  refusals: string[];
};

/** Each security keeps its nets back from its own invoices, oldest first; a disputed one takes none. */
function keptOf(owed: readonly OwedToSecurity[], invoices: readonly NettedInvoice[]): Kept[] {
  const left = new Map(invoices.map((one) => [one.note, one.disputed ? 0n : one.open]));
  return owed.flatMap((own) => {
    const claimants = invoices
      .filter((one) => one.securityId === own.securityId)
      .map((one) => ({ key: one.note, open: left.get(one.note) ?? 0n }));
    return oldestFirst(own.net, claimants).parts.map(({ key, amount }) => {
      left.set(key, (left.get(key) ?? 0n) - amount);
      return { ...own, invoice: key, amount };
    });
  });
}

function refusalsOf(
  note: NettedNote,
  {
    owed,
    kept,
    inHand,
    needed,
  }: { owed: readonly OwedToSecurity[]; kept: readonly Kept[]; inHand: bigint; needed: bigint },
): string[] {
  const show = (amount: bigint) => showMoney({ amount, currency: note.currency });
  if (note.settled > 0n || note.committed > 0n)
    return [`Something of ${note.number} is settled already: only a whole debit note is settled net.`];
  const short = [...Map.groupBy(owed, (one) => one.securityId)].flatMap(([securityId, own]) => {
    const net = sum(own.map((one) => one.net));
    const keeps = sum(kept.filter((one) => one.securityId === securityId).map((one) => one.amount));
    return keeps < net
      ? [`${own[0]?.name ?? ''} owes ${show(keeps)} of the claim undisputed, less than its premium of ${show(net)}.`]
      : [];
  });
  if (inHand >= needed) return short;
  const cash = `Only ${show(inHand)} of the claim is in hand: the brokerage and taxes of ${note.number} need ${show(needed)}.`;
  return [...short, cash];
}

/**
 * How securities keep the premium that they are owed on a whole debit note back from the claim that they owe (minor units,
 * invoices oldest due first): the note is settled by what is the reinsured's of the claim, and brokerage and taxes are
 * covered by what of it came in. C8.
 */
export function netting(
  note: NettedNote,
  owed: readonly OwedToSecurity[],
  invoices: readonly NettedInvoice[],
): Netting {
  const kept = keptOf(owed, invoices);
  const inHand = sum(invoices.map((one) => one.free));
  const needed = note.amount - sum(owed.map((one) => one.net));
  const room = invoices.map((one) => ({
    key: one.part,
    open: one.free + sum(kept.filter((own) => own.invoice === one.note).map((own) => own.amount)),
  }));
  const taken = oldestFirst(note.amount, room).parts.map(({ key, amount }) => ({ part: key, amount }));
  return { kept, taken, inHand, needed, refusals: refusalsOf(note, { owed, kept, inHand, needed }) };
}
