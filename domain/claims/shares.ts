import { allocate } from '../values/decimal.ts';
import { sum } from '../values/money.ts';
import { percentOf, type Rate } from '../values/rate.ts';

/** A security that bears a loss with its line, in % of the whole, and what was called of it before, in minor units. */
type Bearer = { securityId: number; line: Rate; before: bigint };
/** The same with its part of a movement and what that makes in all. */
export type Borne = Bearer & { now: bigint; after: bigint };

/** Ours of a 100 % amount, in minor units, rounded once. C1. */
export const oursOf = (amount: bigint, share: Rate): bigint => percentOf(amount, share);

type Pinned = { bearer: Bearer; after: bigint | null };

function divideAfresh(total: bigint, pinned: readonly Pinned[]): Pinned[] {
  const left = total - sum(pinned.map((one) => one.after ?? 0n));
  const free = pinned.filter((one) => one.after === null);
  if (free.every(({ bearer }) => bearer.line === 0n)) return [];
  const parts = allocate(
    left,
    free.map(({ bearer }) => bearer.line),
  );
  return free.map(({ bearer }, index) => ({ bearer, after: parts[index] ?? 0n }));
}

/**
 * Divides what is called in all (ours, minor units) among the lines by largest remainder, less what was called before.
 * Nobody's part falls below what was called of it: a part that would is held there, and the rest is divided afresh among
 * the others until none is below. The total is at least what was called before (else RangeError). C1.
 */
export function divideCall(total: bigint, bearers: readonly Bearer[]): Borne[] {
  if (total < sum(bearers.map((one) => one.before)))
    throw new RangeError('Less is called in all than was called before.');
  let pinned = bearers.map((bearer): Pinned => ({ bearer, after: bearer.line === 0n ? bearer.before : null }));
  for (;;) {
    const divided = divideAfresh(total, pinned);
    const below = new Set(
      divided.filter(({ bearer, after }) => (after ?? 0n) < bearer.before).map((one) => one.bearer),
    );
    if (below.size === 0) {
      const afterOf = new Map(divided.map((one) => [one.bearer, one.after ?? 0n]));
      return pinned.map(({ bearer, after }) => borne(bearer, after ?? afterOf.get(bearer) ?? bearer.before));
    }
    pinned = pinned.map((one) => (below.has(one.bearer) ? { ...one, after: one.bearer.before } : one));
  }
}

const borne = (bearer: Bearer, after: bigint): Borne => ({ ...bearer, now: after - bearer.before, after });

/**
 * The parts of an ex gratia payment (100 %, minor units): who agrees pays their own part, nobody else's grows, and what
 * the others would have paid stays with the reinsured. C9.
 */
export function exGratiaParts(
  amount: bigint,
  terms: { share: Rate; bearers: readonly Bearer[]; agreed: ReadonlySet<number> },
): { parts: Borne[]; leftWithReinsured: bigint } {
  const lines = terms.bearers.map((one) => ({ ...one, before: 0n }));
  const whole = divideCall(oursOf(amount, terms.share), lines);
  const refused = whole.filter((one) => !terms.agreed.has(one.securityId));
  return {
    parts: whole.filter((one) => terms.agreed.has(one.securityId)),
    leftWithReinsured: sum(refused.map((one) => one.now)),
  };
}

/**
 * Divides what was recovered in all (ours, minor units) as the amounts that it recovers were borne, less what was given
 * back before; `borne` is by security what was called of it. C11.
 */
export function divideSalvage(
  total: bigint,
  bearers: readonly { securityId: number; borne: bigint; before: bigint }[],
): Borne[] {
  return divideCall(
    total,
    bearers.map(({ securityId, borne: line, before }) => ({ securityId, line, before })),
  );
}

/**
 * What is not called yet (ours, minor units) by the security that would bear it: divided among the lines at the date of
 * loss by largest remainder, and nothing where nobody has a line. C1.
 */
export function toComeOn(
  left: bigint,
  lines: readonly { securityId: number; line: Rate }[],
): ReadonlyMap<number, bigint> {
  const weights = lines.map((one) => one.line);
  const parts = weights.some((one) => one > 0n) ? allocate(left, weights) : [];
  return new Map(lines.map(({ securityId }, index) => [securityId, parts[index] ?? 0n]));
}
