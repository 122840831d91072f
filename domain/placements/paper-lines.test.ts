import { expect, it, test } from 'vitest';
import { after, EXAMPLE, FLAT, kes, percent, TERMS, WHT } from '../endorsements/example.ts';
import { endorse, type Endorsement } from '../endorsements/endorsements.ts';
import { originalStack, type PolicyStack } from '../endorsements/layers.ts';
import { facPremiumBase, makes, sharePremiumBase } from '../endorsements/premium-base.ts';
import { endorsementFaults } from '../endorsements/rules.ts';
import { chance, type Chance } from '../testing/chance.ts';
import { RUNS, SEED } from '../testing/runs.ts';
import { addDays } from '../values/day.ts';
import { sum } from '../values/money.ts';
import { totalFigures, type LayerTerms, type PlacementLine } from './figures.ts';
import { cancelledOn, paperLines, premiumParts } from './paper-lines.ts';
import { placed } from '../testing/placed.ts';

const TO_B: Endorsement = {
  type: 'SEC',
  number: 1,
  date: '2026-10-06',
  placement: {
    fac: percent('60'),
    taxes: [WHT],
    lines: [
      { securityId: 1, resident: true, share: percent('25') },
      { securityId: 2, resident: true, share: percent('35') },
    ],
  },
};

it('lists the one that left with what it keeps, its reference and its first day off', () => {
  const { placement } = placed(EXAMPLE, [TO_B]);
  const lines = paperLines(placement);
  expect(lines.map((one) => [one.name, one.line?.share ?? null, one.offFrom, one.figures.sharePremium])).toEqual([
    ['Security 1', percent('25'), null, kes('312500.00')],
    ['Security 2', percent('35'), null, kes('325000.00')],
    ['Security 3', null, '2026-10-06', kes('112500.00')],
  ]);
  expect(lines.map((one) => one.stages?.reference)).toEqual(['R1', 'R2', 'R3']);
});

it('says what a line changed by of the premium unearned, and never a share of nothing', () => {
  const { placement } = placed(EXAMPLE, [TO_B]);
  const [change] = placement.endorsements;
  if (!change) throw new Error('It is not there.');
  const base = (securityId: number, sharePremium: bigint) => sharePremiumBase(change, { securityId, sharePremium });
  const unearned = { share: percent('15'), premium: kes('500000.00'), unearned: true };
  expect(base(2, kes('75000.00'))).toEqual(unearned);
  expect(base(3, kes('-75000.00'))).toEqual(unearned);
  expect(base(2, kes('76000.00'))).toBeNull();
  expect(facPremiumBase(change)).toEqual({ share: 0n, premium: kes('500000.00'), unearned: true });
  expect(
    premiumParts(placement, 2).map(({ endorsement, base: own, amount }) => [endorsement?.number, own, amount]),
  ).toEqual([
    [undefined, { share: percent('20'), premium: kes('1250000.00'), unearned: false }, kes('250000.00')],
    ['E1', unearned, kes('75000.00')],
  ]);
});

it('a percentage makes an amount but for what largest remainder moves', () => {
  expect(makes(percent('15'), 1_000n, { amount: 150n })).toBe(true);
  expect(makes(percent('15'), 1_000n, { amount: -152n })).toBe(true);
  expect(makes(percent('15'), 1_000n, { amount: 153n })).toBe(false);
  expect(makes(percent('15'), 0n, { amount: 5_671_233n })).toBe(false);
});

it.each([
  [{ type: 'CANCEL_PRORATA', number: 9, date: '2026-10-06', premium: { unearned: 'ALL' } }, '2026-10-06', '2026-10-05'],
  [{ type: 'CANCEL_PRORATA', number: 9, date: '2026-03-01', premium: { unearned: 'ALL' } }, '2026-03-01', null],
  [FLAT, '2026-03-01', null],
] as const)('%o ends cover', (cancel, from, lastDay) => {
  expect(cancelledOn(placed(EXAMPLE, [cancel]).placement)).toEqual({ from, lastDay });
});

it('a placement that is not cancelled has no last day of its own', () => {
  expect(cancelledOn(placed(EXAMPLE, [TO_B]).placement)).toBeNull();
  expect(after(TO_B).cancelledFrom).toBeNull();
});

const linesOf = (c: Chance, ids: readonly number[]): PlacementLine[] =>
  ids.map((securityId) => ({
    securityId,
    resident: c.happens(0.6),
    share: c.pick([c.big(1, 16) * 1_000_000n, c.big(1, 16_000_000)]),
    commission: c.happens(0.2) ? c.big(0, 30_000_000) : null,
    brokerage: null,
  }));
const amountOf = (c: Chance): bigint => c.big(1, c.pick([9, 1000, 1_000_000, 1_000_000_000, 900_000_000_000]));

function drawnPolicy(c: Chance): PolicyStack {
  const start = addDays('2024-06-01', c.int(0, 800));
  const lines = linesOf(c, [1, 2, 3, 4].slice(0, c.int(1, 4)));
  const terms: LayerTerms = {
    ...TERMS,
    fac: sum(lines.map((line) => line.share)),
    commission: c.big(0, 40) * 1_000_000n,
    brokerage: c.big(0, 15_000_000),
    lines,
    taxes: c.happens(0.5) ? [WHT] : [],
  };
  return originalStack({ period: { start, end: addDays(start, c.pick([30, 364, 365])) }, terms, premium: amountOf(c) });
}

/** The lines of a change: some stay, one may leave, one comes on for what is left of the order. */
function drawnLines(c: Chance, { terms }: PolicyStack): PlacementLine[] {
  const stay = terms.lines.filter(() => c.happens(0.6));
  const room = terms.fac - sum(stay.map((line) => line.share));
  const id = [5, 6, 7, 8].find((one) => !stay.some((line) => line.securityId === one)) ?? 9;
  const fresh = { securityId: id, resident: c.happens(0.5), share: room };
  return room > 0n ? [...stay, fresh] : stay;
}

function drawn(c: Chance, stack: PolicyStack): Endorsement {
  const date = addDays(stack.lastDate ?? stack.period.start, c.int(0, c.pick([0, 3, 200])));
  const on = { number: 1, date };
  const { terms } = stack;
  switch (c.int(0, 7)) {
    case 0:
    case 1:
      return { type: 'SEC', ...on, placement: { fac: terms.fac, lines: drawnLines(c, stack), taxes: terms.taxes } };
    case 2:
      return { type: 'RP', ...on, premium: { part: c.big(1, 9), of: 10n } };
    case 3:
      return { type: 'NIL', ...on };
    case 4: {
      const end = addDays(stack.period.end, c.int(1, 60));
      return { type: 'EXT', number: 1, date: addDays(stack.period.end, 1), end, premium: { proRata: true }, terms };
    }
    case 5:
      return c.happens(0.3)
        ? { type: c.pick(['CANCEL_PRORATA', 'CANCEL_SHORT'] as const), ...on, premium: { unearned: 'ALL' } }
        : { type: 'NIL', ...on };
    default:
      return { type: 'AP', ...on, premium: { change: amountOf(c) }, terms };
  }
}

function drawnStack(c: Chance): { original: PolicyStack; applied: Endorsement[] } {
  const original = drawnPolicy(c);
  const applied: Endorsement[] = [];
  let stack = original;
  for (let step = c.int(0, 5); step > 0 && stack.cancelledFrom === null; step -= 1) {
    const next = drawn(c, stack);
    if (endorsementFaults(stack, next).length > 0) continue;
    applied.push(next);
    stack = endorse(stack, next).stack;
  }
  return { original, applied };
}

test('lines of papers add up to their totals, which are what was booked, whatever the stack', () => {
  const seen = { parts: 0, without: 0, departed: 0, cancelled: 0 };
  for (let run = 0; run < RUNS; run += 1) {
    const c = chance(SEED + run);
    const { original, applied } = drawnStack(c);
    const { placement, noted } = placed(original, applied);
    const fail = (what: string): never => {
      throw new Error(`${what} (seed ${SEED}, run ${run})`);
    };
    const booked = totalFigures(noted.flatMap((figures) => figures.lines));
    const lines = paperLines(placement);
    const shown = totalFigures(lines.map((one) => one.figures));
    for (const name of ['facPremium', 'commission', 'brokerage', 'netPayable', 'debitNote'] as const)
      if (shown[name] !== booked[name] || shown[name] !== placement.current.figures[name])
        fail(`${name} does not add up`);
    for (const one of lines) {
      if (one.line === null && one.offFrom === null) fail('one that left does not say from when');
      if (one.line !== null && one.line.share === 0n) fail('a line of nothing');
      seen.departed += one.line === null ? 1 : 0;
      const parts = premiumParts(placement, one.securityId);
      if (sum(parts.map((part) => part.amount)) !== one.figures.sharePremium) fail('parts do not make the premium');
      for (const { base, amount } of parts) {
        seen.parts += 1;
        if (base === null) seen.without += 1;
        else {
          const off = (base.share * base.premium) / 100_000_000n - (amount < 0n ? -amount : amount);
          const most = 2n * BigInt(applied.length + 1) + 1n;
          if (off > most || off < -most) fail('a base does not make its amount');
        }
      }
    }
    seen.cancelled += placement.cancelledFrom === null ? 0 : 1;
  }
  console.info(`papers: seed ${SEED}, ${RUNS} placements, ${JSON.stringify(seen)}`);
  expect(seen.departed).toBeGreaterThan(RUNS / 20);
  expect(seen.cancelled).toBeGreaterThan(RUNS / 50);
  // Nearly every amount says on what it was worked out.
  expect(seen.without * 20).toBeLessThan(seen.parts);
});
