import { divideRounded } from '../values/decimal.ts';
import { sum } from '../values/money.ts';
import { baseGivenUp, type LedgerLine } from './entries.ts';
import { unreleasedOf } from './releases.ts';

/** A part of a debit note as its deferred brokerage looks at it; amounts in minor units. */
export type DeferredPart = { id: number; kind: string; effective: bigint; certified: bigint };

/**
 * Deferred brokerage that waits on a debit note, in both amounts, with the note's parts and the money received for it (S of M0),
 * in minor units.
 */
export type Deferred = { waiting: bigint; base: bigint; parts: readonly DeferredPart[]; cash: bigint };

/** The same with what was deferred as the note was issued, in both amounts: nothing where brokerage was income then. */
export type Issued = Deferred & { issued: bigint; issuedBase: bigint };

/** What of the brokerage of a note has not been released to us, part by part. M0. */
function unreleasedBrokerage({ parts, cash }: Pick<Deferred, 'parts' | 'cash'>) {
  const left = unreleasedOf(
    parts.map((part) => ({ ...part, refund: part.kind === 'REFUND' })),
    cash,
  );
  return parts.flatMap(({ id, kind }, index) => (kind === 'BROKERAGE' ? [{ id, left: left[index] ?? 0n }] : []));
}

const unreleasedInAll = (deferred: Pick<Deferred, 'parts' | 'cash'>) =>
  sum(unreleasedBrokerage(deferred).map((part) => part.left));

const collectedLines = (amount: bigint, base: bigint): LedgerLine[] => [
  { account: 'DEFERRED_BROKERAGE', amount, base },
  { account: 'BROKERAGE_INCOME', amount: -amount, base: -base },
];

/** Brokerage collected: what waits on a note beyond what its money has not released goes to income; nothing when none does. §3. */
export function brokerageCollectedLines(deferred: Deferred): LedgerLine[] {
  const { waiting: outstanding, base: baseOutstanding } = deferred;
  const amount = outstanding - unreleasedInAll(deferred);
  if (amount <= 0n) return [];
  return collectedLines(amount, baseGivenUp({ outstanding, baseOutstanding }, amount));
}

/**
 * What a reversal leaves to be set right on a note, its own entries being mirrored: what other securities, a certificate or another
 * receipt made income meanwhile waits again as far as it is not released any more, at the base that the note was issued at. M0.
 */
export function brokerageSetRight(deferred: Issued): LedgerLine[] {
  const short = unreleasedInAll(deferred) - deferred.waiting;
  if (short <= 0n || deferred.issued === 0n) return brokerageCollectedLines(deferred);
  return collectedLines(-short, -divideRounded(deferred.issuedBase * short, deferred.issued));
}

/** What an endorsement makes of the deferred brokerage of a note that was there before: `after` are the parts as it leaves them, `added` among them. */
type Amended<N> = {
  note: N;
  waiting: bigint;
  base: bigint;
  cash: bigint;
  after: readonly DeferredPart[];
  added: ReadonlySet<number>;
};

/** By how much the deferred brokerage of a note changes with its parts: it is left with what is not released, and what was income stays out of it. */
function changeOf({ waiting, cash, after, added }: Omit<Amended<unknown>, 'base'>): bigint {
  const left = unreleasedBrokerage({ parts: after, cash });
  const own = sum(left.filter((part) => !added.has(part.id)).map((part) => part.left));
  const more = sum(left.filter((part) => added.has(part.id)).map((part) => part.left));
  return (own < waiting ? own : waiting) + more - waiting;
}

/**
 * Divides a line of deferred brokerage of an endorsement over the notes whose parts it resizes, each by what of it is not released,
 * what is left of it being income; base in proportion, the last taking the rest. What no longer waits gives up the base that it waited at:
 * against the line's own that leaves an exchange difference. §3 brokerage collected, M0.
 */
export function amendedBrokerage<L extends LedgerLine, N>(
  line: L,
  amended: readonly Amended<N>[],
): (L & { note: N | null })[] {
  const changes = amended.map(({ note, base, ...one }) => {
    const amount = -changeOf({ note, ...one });
    const givenUp = amount > 0n ? baseGivenUp({ outstanding: one.waiting, baseOutstanding: base }, amount) : null;
    return { note, amount, givenUp };
  });
  const income = { note: null, amount: line.amount - sum(changes.map((one) => one.amount)), givenUp: null };
  let before = 0n;
  return [...changes, income]
    .filter((one) => one.amount !== 0n)
    .map(({ note, amount, givenUp }) => {
      const from = divideRounded(line.base * before, line.amount);
      before += amount;
      const base = givenUp ?? divideRounded(line.base * before, line.amount) - from;
      return { ...line, account: note === null ? 'BROKERAGE_INCOME' : line.account, note, amount, base };
    });
}
