import { allocate } from '../values/decimal.ts';
import { sum } from '../values/money.ts';

/** A part of a debit note as M0 looks at it; amounts in minor units, none of them negative. */
export type ReleasePart = {
  /** As endorsements resized it, less what was written back as uncollectable: e. */
  effective: bigint;
  /** Paid by certificates, which release nothing else: c. */
  certified: bigint;
  /** What vouchers pending, approved and paid hold of it. */
  committed: bigint;
  paid: bigint;
  /** What of it vouchers pay ahead of its release, by a manager's override: missing, and not taken from others. */
  advanced: bigint;
  /** Of what was due back from it, what has come back in money or by netting. */
  cameBack: bigint;
  /** Whether a change of securities added it: what is held back is taken from such parts, and from refunds, first. */
  raised: boolean;
  /** Whether it is the reinsured's own, to be refunded: what came in beyond what the other parts still come to. M17. */
  refund?: boolean;
};
/** What of a part says how much the money received for its debit note releases to it. */
type OwnPart = Pick<ReleasePart, 'effective' | 'certified' | 'refund'>;
export type Release = { released: bigint; heldBack: bigint; available: bigint; dueBack: bigint };

const aboveNothing = (amount: bigint) => (amount > 0n ? amount : 0n);

// A tax that a certificate overpaid is below nothing, and rounded down as well.
const floored = (amount: bigint, by: bigint) => (amount < 0n ? -((by - 1n - amount) / by) : amount / by);

/** An amount taken from what is free, in proportion to it, as far as there is any. */
function takenFrom(free: readonly bigint[], amount: bigint): bigint[] {
  const all = sum(free);
  return allocate(amount < all ? amount : all, free);
}

/** What the money received for a debit note (minor units) releases to each of its parts, in their order. M0. */
function releasedTo(parts: readonly OwnPart[], cash: bigint): bigint[] {
  const own = parts.map((part) => part.effective - part.certified);
  const whole = sum(own.filter((_, index) => parts[index]?.refund !== true));
  let over = aboveNothing(cash - whole);
  return own.map((part, index) => {
    if (parts[index]?.refund !== true) return cash >= whole ? part : floored(part * cash, whole);
    const release = part < over ? part : over;
    over -= release;
    return release;
  });
}

/** What of each part the money received for its debit note has neither released nor a certificate paid, in minor units. M0. */
export function unreleasedOf(parts: readonly OwnPart[], cash: bigint): bigint[] {
  const releases = releasedTo(parts, cash);
  return parts.map((part, index) => part.effective - part.certified - (releases[index] ?? 0n));
}

/**
 * What the money received for a debit note releases to each of its parts, what of it is held back because others were paid
 * more than theirs, what is free for a voucher, and what each has to give back; in minor units, in the order of the parts.
 * Σ available ≤ cash + advances not released yet − Σ (committed − came back), or nothing, in every order of events. `part_releases` is the same in SQL. M0.
 */
export function releasesOf(parts: readonly ReleasePart[], cash: bigint): Release[] {
  const releases = releasedTo(parts, cash);
  const balance = parts.map((part, index) => (releases[index] ?? 0n) - (part.committed - part.cameBack));
  const free = balance.map(aboveNothing);
  const owing = sum(balance.map((amount, index) => aboveNothing(-amount - (parts[index]?.advanced ?? 0n))));
  const isFirst = (part: ReleasePart | undefined) => part?.raised === true || part?.refund === true;
  const ofTier = (first: boolean) => free.map((amount, index) => (isFirst(parts[index]) === first ? amount : 0n));
  const first = takenFrom(ofTier(true), owing);
  const second = takenFrom(ofTier(false), owing - sum(first));
  return parts.map((part, index) => {
    const release = releases[index] ?? 0n;
    const heldBack = (first[index] ?? 0n) + (second[index] ?? 0n);
    return {
      released: release,
      heldBack,
      available: (free[index] ?? 0n) - heldBack,
      dueBack: aboveNothing(part.paid - part.cameBack - release - part.advanced),
    };
  });
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
