import { expect, test } from 'vitest';
import { releasesOf } from '../ledger/releases.ts';
import { chance, type Chance } from '../testing/chance.ts';
import { RUNS, SEED } from '../testing/runs.ts';
import { sum } from '../values/money.ts';
import { addDays } from '../values/day.ts';
import { PAR } from '../values/rate.ts';
import { movementEffect, type MovementGround } from './effect.ts';
import { CASH_LOSS_DAYS, inPolicyCurrency, limitFor, towardsLimit } from './limits.ts';
import { type Moving, openedWith } from './movements.ts';
import { MOVEMENT_TYPES } from './states.ts';

const CURRENCIES = ['KES', 'USD', 'EUR', 'UGX'] as const;
const APPROVED = '2026-03-02';
const CLAIM_DAYS = 30;

/** A policy and a claim of chance, each in one of four currencies, with the rate between them. */
function groundOf(c: Chance): MovementGround {
  const lines = Array.from({ length: c.int(1, 6) }, (_, index) => ({
    securityId: index + 1,
    line: c.big(1, 16) * 1_000_000n,
  }));
  const [currency, policyCurrency] = [c.pick(CURRENCIES), c.pick(CURRENCIES)];
  const rate = currency === policyCurrency ? PAR : (PAR * c.big(1, 2_000)) / 1_000n;
  return {
    account: openedWith(c.big(1, 900_000_000)),
    terms: { share: sum(lines.map((one) => one.line)), lines },
    limit: {
      basis: c.pick(['EACH_LOSS', 'AGGREGATE']),
      sumInsured: c.big(1, 2_000_000_000),
      reinstated: c.happens(0.3) ? c.big(1, 900_000_000) : 0n,
      others: c.happens(0.5) ? [c.big(1, 900_000_000)] : [],
      feesWithin: c.happens(0.3),
    },
    money: { currency, policyCurrency, rate },
    cashLossLimit: c.happens(0.5) ? c.big(1, 900_000_000) : null,
    stands: true,
  };
}

function movingOf(c: Chance, { terms }: MovementGround): Moving {
  const type = c.pick(MOVEMENT_TYPES);
  const exGratia = type === 'CALL' && c.happens(0.1);
  return {
    type,
    amount: type === 'CLOSE' ? 0n : c.happens(0.5) ? c.big(1, 50) : c.big(1, 900_000_000),
    exGratia,
    agreed: exGratia ? terms.lines.filter(() => c.happens(0.5)).map((line) => line.securityId) : [],
  };
}

const HELD = new Set(['CALL', 'FINAL']);

/** What a movement that may be made breaks: the limit in the policy's currency, or the day on which it is due. C3, C4, C14. */
function brokenBy(ground: MovementGround, moving: Moving): { faults: string[]; parts: bigint[]; next: MovementGround } {
  const at = { moving, plannedOn: null, today: APPROVED, claimDays: CLAIM_DAYS };
  const { moved, dueOn } = movementEffect(ground, at);
  if (moved === null) return { faults: [], parts: [], next: ground };
  const { limit, money, cashLossLimit } = ground;
  const { account } = moved;
  const counted = inPolicyCurrency(
    towardsLimit({ incurred: account.incurred, fees: account.fees.whole }, limit),
    money,
  );
  const held = HELD.has(moving.type) && !moving.exGratia;
  // A final settlement names what is called in all.
  const asked = moving.type === 'FINAL' ? moving.amount - ground.account.called.whole : moving.amount;
  const hurried = cashLossLimit !== null && inPolicyCurrency(asked, money) > cashLossLimit;
  const due = moved.series === null ? null : addDays(APPROVED, hurried ? CASH_LOSS_DAYS : CLAIM_DAYS);
  const holds = {
    'what is called is within the limit': !held || counted <= limitFor(limit),
    'the parts are ours': sum(moved.parts.map((part) => part.now)) === moved.ours,
    'it is due in its days': dueOn === due,
  };
  const faults = Object.entries(holds).flatMap(([what, so]) => (so ? [] : [what]));
  const called = moved.series === 'salvage' ? [] : moved.parts.map((part) => part.now).filter((part) => part > 0n);
  return { faults, parts: called, next: { ...ground, account } };
}

/** What of an invoice is free for the reinsured is what came in and was made good, less what vouchers hold, at any time. C5, C6. */
function overReleased(c: Chance, part: bigint): boolean {
  let [cash, committed, madeGood, advanced] = [0n, 0n, 0n, 0n];
  for (let step = 0; step < 4; step += 1) {
    const at = { effective: part, certified: 0n, paid: 0n, cameBack: 0n, raised: false, committed, advanced };
    const available = releasesOf([at], cash)[0]?.available ?? 0n;
    if (available + committed > cash + madeGood) return true;
    const act = c.int(1, 4);
    if (act === 1) cash += c.below(part - cash + 1n);
    if (act === 2) committed += c.below(available + 1n);
    if (act === 3) madeGood += c.below(part - cash > madeGood ? part - cash - madeGood + 1n : 1n);
    if (act === 4) {
      // Made good and not needed yet, within what is left of the part.
      const ahead = committed > cash ? committed - cash : 0n;
      const room = part - committed - available;
      const most = madeGood - ahead < room ? madeGood - ahead : room;
      const taken = available === 0n && most > 0n ? c.below(most + 1n) : 0n;
      committed += taken;
      advanced += taken;
    }
  }
  return false;
}

test(`in four currencies no call is above its limit, parts are ours, and nothing is free that did not come in, in ${RUNS} claims (SEED=${SEED})`, () => {
  const c = chance(SEED);
  const faults: string[] = [];
  let called = 0;
  for (let run = 0; run < RUNS; run += 1) {
    let ground = groundOf(c);
    for (let step = 0; step < 5; step += 1) {
      const moving = movingOf(c, ground);
      const { faults: broken, parts, next } = brokenBy(ground, moving);
      faults.push(...broken.map((what) => `run ${run}, ${moving.type}: not ${what}`));
      const [part] = parts;
      if (part !== undefined) called += 1;
      if (part !== undefined && overReleased(c, part)) faults.push(`run ${run}: more is free than came in`);
      ground = next;
    }
  }
  expect(faults).toEqual([]);
  expect(called).toBeGreaterThan(RUNS / 10);
});
