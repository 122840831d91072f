import { AppError } from '../errors.ts';
import { type HeldRole, type Permission, RESERVED_PERMISSIONS } from '../permissions.ts';
import { KIND_NAMES, KINDS, type KindName, rightsTo } from '../records/kinds.ts';
import { addDays, type Day } from '../values/day.ts';
import { showMoney, type CurrencyCode } from '../values/money.ts';

const decides = new Set<Permission>(KIND_NAMES.flatMap((kind) => rightsTo('decide', KINDS[kind])));

/** The rights to decide that can be lent: what is root's alone is not. */
export const DECIDING = [...decides].filter((right) => !RESERVED_PERMISSIONS.includes(right));

/** A right that somebody holds in a branch because another lends it, with the lender's own roles there. */
export type LentRight = {
  right: Permission;
  lender: { id: number; name: string };
  roles: readonly HeldRole[];
};

/** Up to what somebody may decide, in minor units of the base currency (null: no limit), and who lends them that. */
export type Authority = { limit: bigint | null; lender: LentRight['lender'] | null };

type Question = { right: Permission; kind: KindName };

const highest = (limits: readonly bigint[]) => limits.reduce((most, limit) => (limit > most ? limit : most), 0n);

/** The limit of several roles: the highest of those that carry the right; undefined where none of them does. */
function limitOf(roles: readonly HeldRole[], { right, kind }: Question): bigint | null | undefined {
  const carrying = roles.filter(({ permissions }) => permissions.includes(right));
  if (carrying.length === 0) return undefined;
  const limits = carrying.flatMap((role) => role.limits.get(kind) ?? []);
  return limits.length < carrying.length ? null : highest(limits);
}

/** On what somebody may decide a kind of record in one branch: their own right first, then what each lender lends. G8. */
export function authoritiesOf(
  held: { roles: readonly HeldRole[]; lent: readonly LentRight[] },
  question: Question,
): Authority[] {
  const sources = [{ roles: held.roles, lender: null }, ...held.lent.filter(({ right }) => right === question.right)];
  return sources.flatMap(({ roles, lender }) => {
    const limit = limitOf(roles, question);
    return limit === undefined ? [] : [{ limit, lender }];
  });
}

/**
 * The first authority that reaches an amount in minor units of the base currency. Throws FORBIDDEN where there is none at
 * all, ABOVE_AUTHORITY with the highest one. G8.
 */
export function authorityFor(
  authorities: readonly Authority[],
  { amount, currency }: { amount: bigint; currency: CurrencyCode },
): Authority {
  const enough = authorities.find(({ limit }) => limit === null || amount <= limit);
  if (enough) return enough;
  const limits = authorities.flatMap(({ limit }) => (limit === null ? [] : [limit]));
  if (limits.length === 0) throw new AppError('FORBIDDEN');
  throw new AppError('ABOVE_AUTHORITY', { limit: showMoney({ amount: highest(limits), currency }) });
}

/** The longest loan of a right, both days included. */
export const LENDING_DAYS = 90;

/** What is wrong with the days of a loan that is made today, by field: it begins today or later and lasts 90 days at most. */
export function lendingFaults({ from, to }: { from: Day; to: Day }, today: Day) {
  const last = addDays(from, LENDING_DAYS - 1);
  return [
    ...(from < today ? [{ field: 'from', message: 'It cannot begin in the past.' }] : []),
    ...(to < from ? [{ field: 'to', message: 'The last day must not be before the first.' }] : []),
    ...(to > last ? [{ field: 'to', message: `A right is lent for ${LENDING_DAYS} days at most.` }] : []),
  ];
}

export const LENDING_STATES = {
  TO_COME: { label: 'To come', tone: 'info' },
  ACTIVE: { label: 'Active', tone: 'good' },
  ENDED: { label: 'Ended', tone: 'neutral' },
} as const;
export const LENDING_STATUSES = ['TO_COME', 'ACTIVE', 'ENDED'] as const;
export type LendingStatus = (typeof LENDING_STATUSES)[number];

/** Where a loan is on a day. */
export function lendingStatus(loan: { from: Day; to: Day; ended: boolean }, today: Day): LendingStatus {
  if (loan.ended || loan.to < today) return 'ENDED';
  return loan.from > today ? 'TO_COME' : 'ACTIVE';
}
