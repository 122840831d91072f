import { AppError, invalid } from './errors.ts';
import type { AuditAction } from './records/audit-actions.ts';
import { showDay, type Day } from './values/day.ts';

/** The acts, as the trail names them, by which somebody becomes one of a record's hands. §4 Maker and checker. */
export const HANDLING = ['saved', 'edited', 'submitted'] as const satisfies readonly AuditAction[];

/** The hands of a record after an act: all before it, and who did it where it is one that counts. §4. */
export function handsAfter(
  hands: readonly number[],
  { action, userId }: { action: AuditAction; userId: number },
): number[] {
  const counts = HANDLING.some((one) => one === action);
  return counts ? [...new Set([...hands, userId])] : [...hands];
}

/** Who wants to decide; `alone` where the firm let one person decide their own and nobody else could. */
type Checker = { userId: number; alone: boolean };

/**
 * Nobody decides or reverses a record that they made, edited or submitted in any version, root included; only who works
 * alone may. Says whether the rule was waived, which the record keeps. Throws SELF_DECISION. §4 Maker and checker.
 */
export function assertNotOwnWork(hands: readonly number[], { userId, alone }: Checker): { waived: boolean } {
  const own = hands.includes(userId);
  if (own && !alone) throw new AppError('SELF_DECISION');
  return { waived: own };
}

/** A decision names the version that was seen, in its body or its address. Throws VALIDATION, which names the field. §4. */
export function seenVersion(body: number | undefined, query: number | undefined): number {
  const version = body ?? query;
  if (version === undefined) {
    const message = 'Read the record first, and send the version that you decide.';
    throw invalid({ field: 'version', message });
  }
  if (body !== undefined && query !== undefined && body !== query)
    throw invalid({ field: 'version', message: 'Body and address name different versions.' });
  return version;
}

/**
 * Why an approval cannot be booked on a chosen day; null where it can: not in the future, and not before what it amends was
 * booked. §3 Dates.
 */
export function postingDayFault(
  chosen: Day,
  { today, earliest, of }: { today: Day; earliest: Day | null; of: string },
): string | null {
  if (chosen > today) return 'The posting day cannot be in the future.';
  if (earliest !== null && chosen < earliest)
    return `The last posting on ${of} is of ${showDay(earliest)}. Choose that day or a later one.`;
  return null;
}

/** An edit or a decision carries the version it read; a stale one is refused. §6. */
export function assertVersion(current: number, read: number | undefined): void {
  if (read !== undefined && read !== current) throw new AppError('STALE');
}

/** A rejection says why. §4. */
export function assertReason(decision: 'APPROVED' | 'REJECTED', reason: string | undefined): void {
  if (decision === 'REJECTED' && (reason ?? '').trim() === '') {
    throw new AppError('VALIDATION', {}, [{ field: 'reason', message: 'Say why it is rejected.' }]);
  }
}
