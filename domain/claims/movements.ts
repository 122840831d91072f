import type { FieldError } from '../errors.ts';
import { sum } from '../values/money.ts';
import type { Rate } from '../values/rate.ts';
import { type Borne, divideCall, divideSalvage, exGratiaParts, oursOf } from './shares.ts';
import type { MovementType } from './states.ts';

/** Amounts that are called or recovered one after the other: at 100 %, ours, and by security; in minor units. C1. */
export type Series = { whole: bigint; ours: bigint; parts: ReadonlyMap<number, bigint> };

/**
 * A claim as its approved movements have made it, in minor units of its currency. `incurred` is the whole estimate at 100 %;
 * fees, salvage and ex gratia payments are apart from it. `claims-and-money.md` §2, Words.
 */
export type ClaimAccount = {
  incurred: bigint;
  called: Series;
  fees: Series;
  salvage: Series;
  exGratia: Series;
  closed: boolean;
};

/** What a claim's amounts are divided by: our share, and each security's line at the date of loss, in % of the whole. C1. */
export type ClaimTerms = { share: Rate; lines: readonly { securityId: number; line: Rate }[] };

/** A movement as typed, its amount at 100 % in minor units; `agreed` are the securities that pay an ex gratia one. */
export type Moving = { type: MovementType; amount: bigint; exGratia: boolean; agreed: readonly number[] };

const NOTHING: Series = { whole: 0n, ours: 0n, parts: new Map() };

/** A claim as it was approved first: its reserve, and nothing called. */
export const openedWith = (reserve: bigint): ClaimAccount => ({
  incurred: reserve,
  called: NOTHING,
  fees: NOTHING,
  salvage: NOTHING,
  exGratia: NOTHING,
  closed: false,
});

/** Incurred less called, at 100 % and ours. §2, Words. */
export function outstandingOf({ incurred, called }: ClaimAccount, { share }: Pick<ClaimTerms, 'share'>) {
  return { whole: incurred - called.whole, ours: oursOf(incurred, share) - called.ours };
}

/** What a movement makes of a claim: the claim after it, and what each security bears of it. */
export type Moved = {
  account: ClaimAccount;
  /** The series that it adds to; null of a movement of the estimate alone. */
  series: 'called' | 'fees' | 'salvage' | 'exGratia' | null;
  parts: Borne[];
  /** Ours of this movement. */
  ours: bigint;
  /** Of an ex gratia payment, what the securities that did not agree would have borne. C9. */
  leftWithReinsured: bigint;
};

// A security that has a part already and no line any more keeps its part.
function bearersOf(series: Series, { lines }: ClaimTerms) {
  const former = [...series.parts.keys()].filter((id) => !lines.some((line) => line.securityId === id));
  const all = [...lines, ...former.map((securityId) => ({ securityId, line: 0n }))];
  return all.map((one) => ({ ...one, before: series.parts.get(one.securityId) ?? 0n }));
}

function added(series: Series, whole: bigint, parts: readonly Borne[]): Series {
  const after = new Map([...series.parts, ...parts.map((one) => [one.securityId, one.after] as const)]);
  return { whole, ours: sum([...after.values()]), parts: after };
}

/** Brings a series of calls to a cumulative amount at 100 %. C1. */
function calledTo(series: Series, whole: bigint, terms: ClaimTerms) {
  const parts = divideCall(oursOf(whole, terms.share), bearersOf(series, terms));
  return { parts, series: added(series, whole, parts) };
}

function recovered({ called, salvage }: ClaimAccount, whole: bigint, { share }: ClaimTerms) {
  const bearers = [...called.parts].map(([securityId, borne]) => ({
    securityId,
    borne,
    before: salvage.parts.get(securityId) ?? 0n,
  }));
  const parts = divideSalvage(oursOf(whole, share), bearers);
  return { parts, series: added(salvage, whole, parts) };
}

function exGratia({ exGratia: before }: ClaimAccount, moving: Moving, terms: ClaimTerms) {
  const { parts, leftWithReinsured } = exGratiaParts(moving.amount, {
    share: terms.share,
    bearers: bearersOf(NOTHING, terms),
    agreed: new Set(moving.agreed),
  });
  const after = parts.map((one) => {
    const had = before.parts.get(one.securityId) ?? 0n;
    return { ...one, before: had, after: had + one.now };
  });
  return { parts: after, leftWithReinsured, series: added(before, before.whole + moving.amount, after) };
}

const oursNow = (parts: readonly Borne[]) => sum(parts.map((one) => one.now));
const unmoved = (account: ClaimAccount): Moved => ({
  account,
  series: null,
  parts: [],
  ours: 0n,
  leftWithReinsured: 0n,
});

function afterCall(account: ClaimAccount, called: bigint, terms: ClaimTerms): Moved {
  const { parts, series } = calledTo(account.called, called, terms);
  const incurred = called > account.incurred ? called : account.incurred;
  const after = { ...account, incurred, called: series };
  return { account: after, series: 'called', parts, ours: oursNow(parts), leftWithReinsured: 0n };
}

const MOVES: Record<MovementType, (account: ClaimAccount, moving: Moving, terms: ClaimTerms) => Moved> = {
  RESERVE: (account, { amount }) => unmoved({ ...account, incurred: amount }),
  REOPEN: (account, { amount }) => unmoved({ ...account, incurred: amount, closed: false }),
  CLOSE: (account) => unmoved({ ...account, incurred: account.called.whole, closed: true }),
  CALL: (account, moving, terms) => {
    if (!moving.exGratia) return afterCall(account, account.called.whole + moving.amount, terms);
    const { parts, series, leftWithReinsured } = exGratia(account, moving, terms);
    const after = { ...account, exGratia: series };
    return { account: after, series: 'exGratia', parts, ours: oursNow(parts), leftWithReinsured };
  },
  FINAL: (account, { amount }, terms) => {
    const moved = afterCall(account, amount, terms);
    return { ...moved, account: { ...moved.account, incurred: amount } };
  },
  FEE: (account, { amount }, terms) => {
    const { parts, series } = calledTo(account.fees, account.fees.whole + amount, terms);
    const after = { ...account, fees: series };
    return { account: after, series: 'fees', parts, ours: oursNow(parts), leftWithReinsured: 0n };
  },
  SALVAGE: (account, { amount }, terms) => {
    const { parts, series } = recovered(account, account.salvage.whole + amount, terms);
    const after = { ...account, salvage: series };
    return { account: after, series: 'salvage', parts, ours: oursNow(parts), leftWithReinsured: 0n };
  },
};

/** What a movement makes of a claim; one that has faults is not moved. C1, C2, C9 to C11. */
export function move(account: ClaimAccount, moving: Moving, terms: ClaimTerms): Moved {
  return MOVES[moving.type](account, moving, terms);
}

/** A claim after all its approved movements, in their order. */
export function accountOf(reserve: bigint, movements: readonly Moving[], terms: ClaimTerms): ClaimAccount {
  return movements.reduce((account, one) => move(account, one, terms).account, openedWith(reserve));
}

const onAmount = (message: string): FieldError => ({ field: 'amount', message });
const BACK = 'Less than was called. What comes back is entered as salvage.';

function stateFaults({ closed }: ClaimAccount, { type }: Moving): FieldError[] {
  if (closed && type !== 'REOPEN' && type !== 'SALVAGE')
    return [{ field: 'type', message: 'This claim is closed. Reopen it first.' }];
  return !closed && type === 'REOPEN' ? [{ field: 'type', message: 'This claim is open.' }] : [];
}

function exGratiaFaults({ type, exGratia: marked, agreed }: Moving, { lines }: ClaimTerms): FieldError[] {
  if (!marked) return [];
  if (type !== 'CALL') return [{ field: 'ex_gratia', message: 'Only a cash call can be ex gratia.' }];
  if (agreed.length === 0) return [{ field: 'agreed', message: 'Choose the securities that agreed to pay.' }];
  const unknown = agreed.some((id) => !lines.some((line) => line.securityId === id));
  return unknown ? [{ field: 'agreed', message: 'Choose securities that bore the risk at the date of loss.' }] : [];
}

/** What is wrong with a movement of a claim as it is now. C2a, C9, C11. */
export function movementFaults(account: ClaimAccount, moving: Moving, terms: ClaimTerms): FieldError[] {
  const { called, salvage } = account;
  const faults = [...stateFaults(account, moving), ...exGratiaFaults(moving, terms)];
  if ((moving.type === 'RESERVE' || moving.type === 'REOPEN') && moving.amount < called.whole)
    faults.push(onAmount('The estimate cannot be less than what was called.'));
  if (moving.type === 'FINAL' && moving.amount < called.whole) faults.push(onAmount(BACK));
  if (moving.type === 'SALVAGE' && salvage.whole + moving.amount > called.whole)
    faults.push(onAmount('More would be recovered than was called.'));
  return faults;
}
