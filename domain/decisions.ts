import { AppError } from './errors.ts';

/** What is known of a record that someone is about to decide. */
type Decidable = { status: string; version: number; madeBy: number; editedBy: number };
type Checker = { userId: number; makerChecker: boolean };

/**
 * Nobody decides a record that they made or last edited, root included; the firm's switch alone lifts this. Says
 * whether the rule was waived, which the record keeps. Throws SELF_DECISION. §4 Maker and checker.
 */
export function assertNotOwnWork(
  record: Pick<Decidable, 'madeBy' | 'editedBy'>,
  checker: Checker,
): { waived: boolean } {
  const own = record.madeBy === checker.userId || record.editedBy === checker.userId;
  if (own && checker.makerChecker) throw new AppError('SELF_DECISION');
  return { waived: own };
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
