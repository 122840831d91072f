import { expect, test } from 'vitest';
import { chance, type Chance } from '../testing/chance.ts';
import { RUNS, SEED } from '../testing/runs.ts';
import { addDays } from '../values/day.ts';
import { sum } from '../values/money.ts';
import { endorsementFaults } from './rules.ts';
import { endorse, type Added, type Endorsed, type Endorsement } from './endorsements.ts';
import { addFigures, isNil, noFigures } from '../placements/figure-sums.ts';
import { placementFigures, type LayerTerms, type PlacementFigures } from '../placements/figures.ts';
import { taxAndBearer, taxTotal } from '../placements/tax-charges.ts';
import { amountOf, LARGEST_FLAT, originalOf, replacementOf, taxesOf } from '../testing/stacks.ts';
import { effectiveLines, notedOn, premiumOn, sameLine, type PolicyStack } from './layers.ts';

function dayWithin(c: Chance, stack: PolicyStack): string {
  const from = stack.lastDate ?? stack.period.start;
  return addDays(from, c.int(0, c.pick([0, 3, 400])));
}

function addedOf(c: Chance, keyed: bigint): Added {
  const rated = { change: amountOf(c) };
  return c.pick([{ keyed }, rated, { keyed, rated }]);
}

function money(c: Chance, stack: PolicyStack, date: string): Endorsement {
  const on = { number: c.int(1, 99), date };
  const keyed = c.happens(0.3) ? premiumOn(stack) : amountOf(c);
  switch (c.int(0, 5)) {
    case 0:
    case 1:
      return { type: 'AP', ...on, premium: addedOf(c, keyed), terms: stack.terms };
    case 2: {
      const end = addDays(stack.period.end, c.int(1, 60));
      const premium = c.pick([{ keyed: amountOf(c) }, { proRata: true as const }]);
      return { type: 'EXT', ...on, date: addDays(stack.period.end, 1), end, premium, terms: stack.terms };
    }
    case 3: {
      const lowered = { part: c.big(1, 10), of: 10n };
      return { type: 'RP', ...on, premium: c.pick([{ keyed }, lowered, { keyed, lowered }, { ...lowered, lowered }]) };
    }
    case 4:
      return { type: 'NIL', ...on };
    default:
      return { type: 'RP', ...on, premium: { unearned: 'ALL' } };
  }
}

function withOtherRates(c: Chance, terms: LayerTerms, charged = false): LayerTerms {
  return c.pick([
    { ...terms, commission: c.big(0, 40) * 1_000_000n },
    { ...terms, brokerage: c.big(0, 15_000_000) },
    { ...terms, taxes: taxesOf(c, charged) },
  ]);
}

const COMPONENTS = [
  'sharePremium',
  'commission',
  'brokerage',
  'taxOfSecurity',
  'taxOfReinsured',
  'taxOfBroker',
  'deductions',
  'netPayable',
] as const;

function fail(what: string, run: number): never {
  throw new Error(`${what} (seed ${SEED}, run ${run})`);
}

function differs(a: PlacementFigures, b: PlacementFigures): boolean {
  const others = new Map(b.lines.map((line) => [line.securityId, line]));
  const known = new Set(a.lines.map((line) => line.securityId));
  return (
    a.debitNote !== b.debitNote ||
    a.facPremium !== b.facPremium ||
    a.lines.some((line) => COMPONENTS.some((name) => line[name] !== (others.get(line.securityId)?.[name] ?? 0n))) ||
    b.lines.some((line) => !known.has(line.securityId) && !isNil(line))
  );
}

function checkIdentity({ figures }: Endorsed, run: number): void {
  const total = (name: (typeof COMPONENTS)[number]) => sum(figures.lines.map((line) => line[name]));
  const right = total('netPayable') + total('brokerage') + total('taxOfSecurity') + total('taxOfReinsured');
  if (figures.debitNote !== right) fail('the identity does not hold', run);
  for (const line of figures.lines) {
    if (line.netPayable !== line.sharePremium - line.deductions) fail('a net is off', run);
    if (line.deductions !== line.commission + line.brokerage + line.taxOfSecurity) fail('deductions are off', run);
    const taxes = sum(line.taxes.map((tax) => tax.amount));
    if (taxes !== line.taxOfSecurity + line.taxOfReinsured + line.taxOfBroker) fail('taxes are off', run);
  }
}

function checkStack(before: PolicyStack, one: Endorsed, run: number): void {
  if (premiumOn(one.stack) !== premiumOn(before) + one.premium) fail('the premium on the policy is off', run);
  const layers = one.stack.tranches.flatMap((tranche) => tranche.layers);
  if (layers.some((layer) => layer.premium < 0n)) fail('a layer gave back more than it had', run);
  if (layers.some((layer) => layer.end < layer.start)) fail('a layer ends before it starts', run);
}

test('with unchanged terms what is noted is the whole computed afresh, whatever comes', () => {
  const seen: Record<string, number> = {};
  for (let run = 0; run < RUNS; run += 1) {
    const c = chance(SEED + run);
    let stack = originalOf(c);
    const { terms } = stack;
    let noted = placementFigures({ ...terms, premium: premiumOn(stack) });
    for (let step = c.int(1, 5); step > 0 && stack.cancelledFrom === null; step -= 1) {
      const date = dayWithin(c, stack);
      const type = c.pick(['CANCEL_PRORATA', 'CANCEL_SHORT'] as const);
      const next: Endorsement =
        step === 1 && c.happens(0.5) ? { type, number: 1, date, premium: { unearned: 'ALL' } } : money(c, stack, date);
      if (endorsementFaults(stack, next).length > 0) continue;
      const one = endorse(stack, next);
      checkIdentity(one, run);
      checkStack(stack, one, run);
      noted = addFigures(noted, one.figures);
      stack = one.stack;
      seen[next.type] = (seen[next.type] ?? 0) + 1;
      if (differs(noted, placementFigures({ ...terms, premium: premiumOn(stack) }))) fail('a cent drifted', run);
    }
  }
  console.info(`unchanged terms: seed ${SEED}, ${RUNS} policies, ${JSON.stringify(seen)}`);
  expect(Object.keys(seen)).toHaveLength(6);
});

function checkChangeOfSecurities(before: PolicyStack, one: Endorsed, run: number): void {
  if (one.premium !== 0n) fail('a change of securities moved the 100 % premium', run);
  const old = effectiveLines(before.terms);
  const now = effectiveLines(one.stack.terms);
  const same = sum(old.map((line) => line.share)) === sum(now.map((line) => line.share));
  if (same && one.figures.facPremium !== 0n) fail('a change of securities moved the fac premium', run);
  const shares = ({ terms }: PolicyStack) =>
    [...Map.groupBy(terms.lines, (line) => line.commission ?? null)]
      .map(([rate, own]) => `${String(rate)}: ${sum(own.map((line) => line.share))}`)
      .toSorted()
      .join();
  // A tax that the reinsured bears may come or go with the panel.
  const levied = [before, one.stack].some((stack) =>
    stack.tranches.some(({ terms }) => terms.taxes.some((tax) => tax.borneBy === 'REINSURED')),
  );
  if (!levied && shares(before) === shares(one.stack) && one.figures.debitNote !== 0n)
    fail('a change of securities moved the reinsured', run);
  const alike = before.tranches.length === 1;
  for (const line of now) {
    if (
      !alike ||
      !sameLine(
        old.find((other) => other.securityId === line.securityId),
        line,
      )
    )
      continue;
    const figures = one.figures.lines.find((other) => other.securityId === line.securityId);
    if (figures && !isNil(figures)) fail('a line that stays was touched', run);
  }
}

/** A flat amount is charged once, at its largest; nothing that is charged on the policy goes below nothing on a line. */
function checkCharges({ stack: { charges } }: Endorsed, run: number): void {
  for (const tax of charges.lines.flatMap((line) => line.taxes)) {
    if (tax.amount < 0n) fail('a line gives back more than it bore', run);
    if (taxTotal(charges.lines, taxAndBearer(tax), 'FLAT') > LARGEST_FLAT) fail('a flat amount is charged twice', run);
  }
}

test('whatever changes, the identity holds and a flat cancellation brings every component to nothing', () => {
  const seen: Record<string, number> = {};
  for (let run = 0; run < RUNS; run += 1) {
    const c = chance(SEED + run);
    const charged = c.happens(0.5);
    let stack = originalOf(c, charged);
    let noted = notedOn(stack);
    for (let step = c.int(0, 4); step > 0; step -= 1) {
      const date = dayWithin(c, stack);
      const drawn = money(c, stack, date);
      const changed =
        'terms' in drawn && c.happens(0.5) ? { ...drawn, terms: withOtherRates(c, drawn.terms, charged) } : drawn;
      const next: Endorsement = c.happens(0.4)
        ? { type: 'SEC', number: 1, date, placement: replacementOf(c, stack) }
        : changed;
      if (endorsementFaults(stack, next).length > 0) continue;
      const one = endorse(stack, next);
      checkIdentity(one, run);
      checkStack(stack, one, run);
      if (next.type === 'SEC') checkChangeOfSecurities(stack, one, run);
      checkCharges(one, run);
      noted = addFigures(noted, one.figures);
      stack = one.stack;
      seen[next.type] = (seen[next.type] ?? 0) + 1;
      if (differs(noted, notedOn(stack))) fail('the stack forgot what was noted', run);
    }
    const flat: Endorsement = { type: 'CANCEL_FLAT', number: 9, date: stack.period.start };
    const one = endorse(stack, flat);
    checkIdentity(one, run);
    if (differs(addFigures(noted, one.figures), noFigures())) fail('a flat cancellation left something', run);
    if (premiumOn(one.stack) !== 0n) fail('a flat cancellation left premium', run);
  }
  console.info(`changing terms: seed ${SEED}, ${RUNS} policies, ${JSON.stringify(seen)}`);
  expect(seen['SEC']).toBeGreaterThan(RUNS / 10);
});

test('cancelled pro rata on the first day, the whole comes back', () => {
  for (let run = 0; run < RUNS; run += 1) {
    const c = chance(SEED + run);
    let stack = originalOf(c);
    let noted = notedOn(stack);
    const date = stack.period.start;
    for (let step = c.int(0, 2); step > 0; step -= 1) {
      const next = c.happens(0.5)
        ? money(c, stack, date)
        : ({ type: 'SEC', number: 1, date, placement: replacementOf(c, stack) } satisfies Endorsement);
      if (endorsementFaults(stack, next).length > 0) continue;
      const one = endorse(stack, next);
      noted = addFigures(noted, one.figures);
      stack = one.stack;
    }
    const cancel: Endorsement = { type: 'CANCEL_PRORATA', number: 9, date, premium: { unearned: 'ALL' } };
    const one = endorse(stack, cancel);
    if (one.premium !== -premiumOn(stack)) fail('not the whole premium', run);
    if (differs(addFigures(noted, one.figures), noFigures())) fail('not the whole came back', run);
  }
  console.info(`first day: seed ${SEED}, ${RUNS} policies`);
});
