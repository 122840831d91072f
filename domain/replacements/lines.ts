import type { PlacementLine } from '../placements/figures.ts';
import { allocate } from '../values/decimal.ts';
import { HUNDRED, type Rate } from '../values/rate.ts';

/** A security that takes over, and how much of the line that leaves, in %. */
export type Successor = { security: number; resident: boolean; share: Rate };

/** Why these securities cannot take over from one; null where they can. */
export function successorsFault(
  leaving: number,
  successors: readonly Pick<Successor, 'security' | 'share'>[],
): string | null {
  const ids = successors.map((one) => one.security);
  if (ids.includes(leaving)) return 'A security cannot replace itself.';
  if (new Set(ids).size < ids.length) return 'Name each security once.';
  if (successors.some(({ share }) => share <= 0n)) return 'Each share must be more than 0.';
  const total = successors.reduce((all, { share }) => all + share, 0n);
  return total === HUNDRED ? null : 'The shares must add up to 100% of its line.';
}

/** What a security carries of a placement; nothing: it has no line. */
export const lineOf = (lines: readonly PlacementLine[], security: number): Rate =>
  lines.filter((line) => line.securityId === security).reduce((all, { share }) => all + share, 0n);

/**
 * The lines of a placement with one security's given to others, divided by largest remainder so that the placement stays as it
 * is: who has a line already has more of it on its own terms, who is new has the terms of the line that leaves.
 */
export function replacedLines(
  lines: readonly PlacementLine[],
  { leaving, successors }: { leaving: number; successors: readonly Successor[] },
): PlacementLine[] {
  const left = lines.find((line) => line.securityId === leaving);
  if (left === undefined) return [...lines];
  const parts = allocate(
    lineOf(lines, leaving),
    successors.map((one) => one.share),
  );
  const taken = new Map(successors.map(({ security }, index) => [security, parts[index] ?? 0n]));
  const staying = lines.filter((line) => line.securityId !== leaving);
  const has = new Set(staying.map((line) => line.securityId));
  return [
    ...staying.map((line) => ({ ...line, share: line.share + (taken.get(line.securityId) ?? 0n) })),
    ...successors
      .filter(({ security }) => !has.has(security))
      .map(({ security, resident }) => ({ ...left, securityId: security, resident, share: taken.get(security) ?? 0n }))
      .filter(({ share }) => share > 0n),
  ];
}
