import { describe, expect, test } from 'vitest';
import { chance, type Chance } from '../testing/chance.ts';
import { RUNS, SEED } from '../testing/runs.ts';
import { parseAmount, sum } from '../values/money.ts';
import {
  accountOf,
  type ClaimAccount,
  type ClaimTerms,
  move,
  movementFaults,
  type Moving,
  openedWith,
  outstandingOf,
} from './movements.ts';
import { oursOf } from './shares.ts';
import { MOVEMENT_TYPES } from './states.ts';

const kes = (text: string) => parseAmount(text, 'KES') as bigint;
const percent = (value: number) => BigInt(value) * 1_000_000n;
const TERMS = {
  share: percent(60),
  lines: [
    { securityId: 1, line: percent(25) },
    { securityId: 2, line: percent(20) },
    { securityId: 3, line: percent(15) },
  ],
};
const moving = (type: Moving['type'], amount = '0', more: Partial<Moving> = {}): Moving => ({
  type,
  amount: kes(amount),
  exGratia: false,
  agreed: [],
  ...more,
});
const parts = (texts: readonly string[]) => texts.map(kes);
const nowOf = (account: ClaimAccount, one: Moving) => move(account, one, TERMS).parts.map((part) => part.now);
const after = (reserve: string, ...movements: Moving[]) => accountOf(kes(reserve), movements, TERMS);

const FIRST = [moving('RESERVE', '42000000'), moving('CALL', '10000000')];

describe('C2', () => {
  test('gross 40,000,000 less excess 1,000,000: reserve 39,000,000, ours 23,400,000', () => {
    expect(outstandingOf(openedWith(kes('39000000')), TERMS)).toEqual({
      whole: kes('39000000'),
      ours: kes('23400000'),
    });
  });

  test('raised to 42,000,000, 10,000,000 called', () => {
    expect(nowOf(after('39000000', moving('RESERVE', '42000000')), moving('CALL', '10000000'))).toEqual(
      parts(['2500000', '2000000', '1500000']),
    );
    const account = after('39000000', ...FIRST);
    expect(account.incurred).toBe(kes('42000000'));
    expect(outstandingOf(account, TERMS).whole).toBe(kes('32000000'));
  });

  test('final 37,000,000.01', () => {
    const final = moving('FINAL', '37000000.01');
    const moved = move(after('39000000', ...FIRST), final, TERMS);
    expect(moved.account.called.ours).toBe(kes('22200000.01'));
    expect([...moved.account.called.parts.values()]).toEqual(parts(['9250000.01', '7400000', '5550000']));
    expect(moved.parts.map((part) => part.now)).toEqual(parts(['6750000.01', '5400000', '4050000']));
    expect(outstandingOf(moved.account, TERMS)).toEqual({ whole: 0n, ours: 0n });
    expect(moved.account.incurred).toBe(kes('37000000.01'));
  });
});

const messages = (account: ClaimAccount, one: Moving) =>
  movementFaults(account, one, TERMS).map((fault) => fault.message);
const BACK = 'Less than was called. What comes back is entered as salvage.';

describe('what is refused', () => {
  const called = after('39000000', ...FIRST);
  const closed = after('39000000', ...FIRST, moving('CLOSE'));
  test.each([
    ['C2a: a final amount below what was called', called, moving('FINAL', '9999999.99'), [BACK]],
    [
      'an estimate below it',
      called,
      moving('RESERVE', '9999999.99'),
      ['The estimate cannot be less than what was called.'],
    ],
    ['a final amount of what was called', called, moving('FINAL', '10000000'), []],
    ['a call on a closed claim', closed, moving('CALL', '1'), ['This claim is closed. Reopen it first.']],
    ['salvage on a closed claim is not', closed, moving('SALVAGE', '5000000'), []],
    ['reopening an open one', called, moving('REOPEN', '42000000'), ['This claim is open.']],
    [
      'more salvage than was called',
      called,
      moving('SALVAGE', '10000000.01'),
      ['More would be recovered than was called.'],
    ],
    [
      'an ex gratia fee',
      called,
      moving('FEE', '1', { exGratia: true, agreed: [1] }),
      ['Only a cash call can be ex gratia.'],
    ],
    [
      'ex gratia that nobody agreed',
      called,
      moving('CALL', '1', { exGratia: true }),
      ['Choose the securities that agreed to pay.'],
    ],
    [
      'ex gratia of a stranger',
      called,
      moving('CALL', '1', { exGratia: true, agreed: [9] }),
      ['Choose securities that bore the risk at the date of loss.'],
    ],
  ])('%s', (...[, account, one, expected]) => {
    expect(messages(account, one)).toEqual(expected);
  });
});

test('a call above outstanding raises what is incurred', () => {
  const account = after('5000000', moving('CALL', '6000000'));
  expect(account.incurred).toBe(kes('6000000'));
  expect(outstandingOf(account, TERMS).whole).toBe(0n);
});

test('closing brings incurred down to what was called, reopening up again', () => {
  const closed = after('39000000', ...FIRST, moving('CLOSE'));
  expect([closed.incurred, closed.closed]).toEqual([kes('10000000'), true]);
  const open = move(closed, moving('REOPEN', '12000000'), TERMS).account;
  expect([open.incurred, open.closed]).toEqual([kes('12000000'), false]);
});

test('C10: a fee of 500,000 is apart from the indemnity', () => {
  const moved = move(after('39000000', ...FIRST), moving('FEE', '500000'), TERMS);
  expect(moved.ours).toBe(kes('300000'));
  expect(moved.parts.map((part) => part.now)).toEqual(parts(['125000', '100000', '75000']));
  expect([moved.account.incurred, moved.account.called.ours]).toEqual([kes('42000000'), kes('6000000')]);
});

test('C9: an ex gratia payment is in neither incurred nor called; B pays nothing', () => {
  const moved = move(after('39000000', ...FIRST), moving('CALL', '1000000', { exGratia: true, agreed: [1, 3] }), TERMS);
  expect(moved.parts.map((part) => [part.securityId, part.now])).toEqual([
    [1, kes('250000')],
    [3, kes('150000')],
  ]);
  expect(moved.leftWithReinsured).toBe(kes('200000'));
  expect([moved.account.incurred, moved.account.called.ours]).toEqual([kes('42000000'), kes('6000000')]);
});

test('C11: salvage of 5,000,000 lowers neither called nor incurred', () => {
  const moved = move(after('39000000', ...FIRST), moving('SALVAGE', '5000000'), TERMS);
  expect(moved.ours).toBe(kes('3000000'));
  expect(moved.parts.map((part) => part.now)).toEqual(parts(['1250000', '1000000', '750000']));
  expect([moved.account.incurred, moved.account.called.ours]).toEqual([kes('42000000'), kes('6000000')]);
});

function randomMoving(c: Chance, lines: readonly { securityId: number }[]): Moving {
  const exGratia = c.happens(0.1);
  return {
    type: c.pick(MOVEMENT_TYPES),
    amount: c.happens(0.5) ? c.big(1, 50) : c.big(1, 900_000_000),
    exGratia,
    agreed: exGratia ? lines.filter(() => c.happens(0.5)).map((line) => line.securityId) : [],
  };
}

/** What does not hold of a movement and of the claim after it. */
function brokenBy(account: ClaimAccount, one: Moving, terms: ClaimTerms): string[] {
  const { account: now, parts: borne, ours, series } = move(account, one, terms);
  const left = outstandingOf(now, terms);
  const holds: Record<string, boolean> = {
    'the parts are ours': sum(borne.map((part) => part.now)) === ours,
    'no part falls': borne.every((part) => part.now >= 0n),
    'incurred is called and outstanding': left.whole + now.called.whole === now.incurred,
    'and so are ours': left.ours + now.called.ours === oursOf(now.incurred, terms.share),
    'nothing is outstanding below nothing': left.whole >= 0n && left.ours >= 0n,
  };
  for (const name of ['called', 'fees', 'salvage', 'exGratia'] as const) {
    holds[`${name} is the sum of its parts`] = sum([...now[name].parts.values()]) === now[name].ours;
    holds[`${name} alone is moved`] = now[name].ours - account[name].ours === (series === name ? ours : 0n);
    if (name !== 'exGratia') holds[`${name} is ours`] = now[name].ours === oursOf(now[name].whole, terms.share);
  }
  return Object.entries(holds).flatMap(([what, so]) => (so ? [] : [what]));
}

test(`in ${RUNS} histories the parts are ours, nobody's falls, incurred is called and outstanding (SEED=${SEED})`, () => {
  const c = chance(SEED);
  const faults: string[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const ids = Array.from({ length: c.int(1, 6) }, (_, index) => index + 1);
    const lines = ids.map((securityId) => ({ securityId, line: c.big(1, 16) * 1_000_000n }));
    // A claim's share is the sum of the lines, or another one with a reason.
    const terms = { share: sum(lines.map((one) => one.line)) / (c.happens(0.2) ? 2n : 1n), lines };
    let account = openedWith(c.big(1, 900_000_000));
    for (let step = 0; step < 8; step += 1) {
      const one = randomMoving(c, lines);
      if (movementFaults(account, one, terms).length > 0) continue;
      faults.push(...brokenBy(account, one, terms).map((what) => `run ${run}, ${one.type}: not ${what}`));
      account = move(account, one, terms).account;
    }
  }
  expect(faults).toEqual([]);
});
