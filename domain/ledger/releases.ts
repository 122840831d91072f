/**
 * What a debit note's settlement releases to one of its parts (a security's net, our brokerage, a tax), in minor units:
 * part × settled to date ÷ debit note, rounded down and always cumulative; the rest once settled in full. §2 Pay as paid.
 */
export function released(part: bigint, note: { settled: bigint; amount: bigint }): bigint {
  return note.settled >= note.amount ? part : (part * note.settled) / note.amount;
}

/** Available = released − what pending, approved and paid vouchers hold; never below nothing. §2 Pay as paid. */
export function available(
  part: { amount: bigint; committed: bigint },
  note: { settled: bigint; amount: bigint },
): bigint {
  const left = released(part.amount, note) - part.committed;
  return left > 0n ? left : 0n;
}

type Claimant<K> = { key: K; open: bigint };

/** Divides an amount over open things, oldest first; what is left over is returned as `rest`. Never more than is open. */
export function oldestFirst<K>(
  amount: bigint,
  claimants: readonly Claimant<K>[],
): { parts: { key: K; amount: bigint }[]; rest: bigint } {
  let rest = amount;
  const parts: { key: K; amount: bigint }[] = [];
  for (const { key, open } of claimants) {
    const part = open < rest ? open : rest;
    if (part > 0n) parts.push({ key, amount: part });
    rest -= part > 0n ? part : 0n;
  }
  return { parts, rest };
}
