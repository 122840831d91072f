import type { FieldError } from '../errors.ts';
import { AppError } from '../errors.ts';
import type { Day } from '../values/day.ts';
import {
  assertWithinLimit,
  type ClaimCurrency,
  inPolicyCurrency,
  limitWarning,
  callDueOn,
  noticeWarning,
  type PolicyLimit,
  towardsLimit,
} from './limits.ts';
import {
  type ClaimAccount,
  type ClaimTerms,
  move,
  type Moved,
  movementFaults,
  type Moving,
  outstandingOf,
} from './movements.ts';
import { oursOf } from './shares.ts';

/** What a movement is worked out from: the claim as it is now, and what its policy says of its amounts. */
export type MovementGround = {
  account: ClaimAccount;
  terms: ClaimTerms;
  limit: PolicyLimit;
  money: ClaimCurrency;
  cashLossLimit: bigint | null;
  /** Whether the policy counts: one that was disabled was never on risk. */
  stands: boolean;
};

/** A movement as typed, with the reinsured's planned day and the day on which it would be approved. */
type MovementAt = { moving: Moving; plannedOn: Day | null; today: Day; claimDays: number };

/** What a movement would do; `moved` is null where it cannot be made. */
export type MovementEffect = {
  moved: Moved | null;
  faults: FieldError[];
  warnings: string[];
  /** When the securities' parts are due; null where nothing is asked of them. */
  dueOn: Day | null;
};

const counted = (account: ClaimAccount, limit: PolicyLimit) =>
  towardsLimit({ incurred: account.incurred, fees: account.fees.whole }, limit);

// What raises the estimate warns; what is called of the indemnity, or of fees that count, is held to the limit.
const isHeld = ({ type, exGratia }: Moving, { feesWithin }: PolicyLimit) =>
  (type === 'CALL' && !exGratia) || type === 'FINAL' || (type === 'FEE' && feesWithin);
const raises = ({ type }: Moving) => type === 'RESERVE' || type === 'REOPEN';

function limitFaults({ account, terms, limit, money }: MovementGround, moving: Moving): FieldError[] {
  if (!isHeld(moving, limit)) return [];
  const after = move(account, moving, terms).account;
  try {
    assertWithinLimit(counted(after, limit), limit, money);
    return [];
  } catch (error) {
    if (error instanceof AppError) return [{ field: 'amount', message: error.message }];
    throw error;
  }
}

function warningsOf(
  { limit, money }: MovementGround,
  { moving, plannedOn, today }: MovementAt,
  moved: Moved,
): string[] {
  const warnings = [
    raises(moving) ? limitWarning(counted(moved.account, limit), limit, money) : null,
    moved.series === null || moving.type === 'SALVAGE' ? null : noticeWarning(plannedOn, today),
    moved.series === 'called' && moved.ours === 0n
      ? 'Nothing is called by it: what it settles was called before.'
      : null,
  ];
  return warnings.flatMap((one) => one ?? []);
}

function dueOn(
  { account: before, money, cashLossLimit }: MovementGround,
  { plannedOn, today, claimDays }: MovementAt,
  { account, series }: Moved,
): Day | null {
  if (series === null) return null;
  // A final settlement names what is called in all: what was called before is due already.
  const amount = inPolicyCurrency(account[series].whole - before[series].whole, money);
  return callDueOn({ approvedOn: today, claimDays, plannedOn, amount, cashLossLimit });
}

const TAKEN_BACK: FieldError = {
  field: 'type',
  message: 'The policy was disabled: nothing is called or recovered any more.',
};
const refused = (faults: FieldError[]): MovementEffect => ({ moved: null, faults, warnings: [], dueOn: null });

/** What a movement would do to a claim today: its parts, what prevents it, what to know of it. C1 to C3, C9 to C11, C14. */
export function movementEffect(ground: MovementGround, movement: MovementAt): MovementEffect {
  const { account, terms } = ground;
  const faults = movementFaults(account, movement.moving, terms);
  if (faults.length === 0) faults.push(...limitFaults(ground, movement.moving));
  if (faults.length > 0) return refused(faults);
  const moved = move(account, movement.moving, terms);
  if (moved.series !== null && !ground.stands) return refused([TAKEN_BACK]);
  return { moved, faults, warnings: warningsOf(ground, movement, moved), dueOn: dueOn(ground, movement, moved) };
}

/** A claim's amounts side by side, at 100 % and ours. */
export function standingOf(account: ClaimAccount, terms: ClaimTerms) {
  const { called, fees, exGratia, salvage, incurred } = account;
  const outstanding = outstandingOf(account, terms);
  const pick = (side: 'whole' | 'ours') => ({
    incurred: side === 'whole' ? incurred : oursOf(incurred, terms.share),
    called: called[side],
    outstanding: outstanding[side],
    fees: fees[side],
    ex_gratia: exGratia[side],
    salvage: salvage[side],
  });
  return { whole: pick('whole'), ours: pick('ours') };
}
