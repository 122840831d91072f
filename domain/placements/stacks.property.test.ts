import { apart } from '../endorsements/charges.ts';
import { expect, test } from 'vitest';
import { endorse, type EndorsementType } from '../endorsements/endorsements.ts';
import { acrossOf, notedOn, premiumOn, type PolicyStack } from '../endorsements/layers.ts';
import {
  endorseInPlace,
  groundBefore,
  laterFaults,
  stackOf,
  sumInsuredAfter,
  type History,
} from '../endorsements/replaying.ts';
import { endorsementFaults } from '../endorsements/rules.ts';
import { policyLines } from '../ledger/entries.ts';
import { addParts, ofReinsured, ofSecurity, splitBySection, type SectionPart } from '../slips/section-split.ts';
import { sectionFaults, type Section } from '../slips/sections.ts';
import { chance, type Chance } from '../testing/chance.ts';
import { firstOf, notedBy, presented, withBooked, type Booked, type Given } from '../testing/placed.ts';
import { RUNS, SEED } from '../testing/runs.ts';
import { amountOf, originalOf, replacementOf } from '../testing/stacks.ts';
import { addDays, daysInPeriod } from '../values/day.ts';
import { formatAmount, parseAmount, showMoney, sum } from '../values/money.ts';
import { percentOf } from '../values/rate.ts';
import { ratedFigures, totalFigures, type PlacementFigures } from './figures.ts';
import { dueBy, payingWords, sumFaults } from './instalments.ts';
import { paperLines, premiumParts } from './paper-lines.ts';
import { sectionsOnNote, securityBySection } from './paper-sections.ts';
import type { Placement } from './placement.ts';

/** No decimals, two, two and three. */
const CURRENCIES = ['JPY', 'KES', 'USD', 'KWD'] as const;

/** A day of cover, before what was approved as often as after it. */
const anyDay = (c: Chance, { period }: PolicyStack) =>
  addDays(period.start, c.int(0, daysInPeriod(period.start, period.end) - 1));

type Drawn = { given: Given; across: boolean };

function money(c: Chance, history: History, type: 'AP' | 'RP'): Drawn {
  const date = anyDay(c, stackOf(history));
  const { stack, sumInsured } = groundBefore(history, { type, date });
  const across = acrossOf(stack, { type, date }) !== null;
  const on = { number: c.int(1, 99), date, ...(c.happens(0.5) && { sumInsured: sumInsured + c.big(1, 1_000_000) }) };
  const keyed = type === 'RP' ? c.below(premiumOn(stack) + 1n) : amountOf(c);
  if (type === 'AP') {
    const premium = across || c.happens(0.3) ? { keyed } : { change: amountOf(c) };
    return { given: { type, ...on, premium, terms: stack.terms }, across };
  }
  return { given: { type, ...on, premium: across ? { keyed } : { part: c.big(1, 9), of: 10n } }, across };
}

function cancelled(c: Chance, stack: PolicyStack): Drawn {
  const type = c.pick(['CANCEL_PRORATA', 'CANCEL_SHORT'] as const);
  const date = anyDay(c, stack);
  const across = acrossOf(stack, { type, date }) !== null;
  const premium = across ? { keyed: c.below(premiumOn(stack) + 1n) } : { unearned: 'ALL' as const };
  return { given: { type, number: 1, date, premium }, across };
}

/** The next endorsement of a policy: of any type and any day; keyed where it lies across what closed the days before. */
function next(c: Chance, history: History): Drawn {
  const stack = stackOf(history);
  const type = c.pick(['AP', 'AP', 'AP', 'RP', 'EXT', 'NIL', 'SEC', 'SEC', 'CANCEL', 'CANCEL_FLAT'] as const);
  const on = { number: 1, date: anyDay(c, stack) };
  const own = (given: Given): Drawn => ({ given, across: false });
  if (type === 'AP' || type === 'RP') return money(c, history, type);
  if (type === 'CANCEL') return c.happens(0.5) ? cancelled(c, stack) : own({ type: 'NIL', ...on });
  if (type === 'CANCEL_FLAT')
    return own(c.happens(0.3) ? { type, number: 1, date: stack.period.start } : { type: 'NIL', ...on });
  if (type === 'SEC') return own({ type, ...on, placement: replacementOf(c, stack) });
  const end = addDays(stack.period.end, c.int(1, 60));
  return own(
    type === 'NIL'
      ? { type, ...on }
      : { type, number: 1, date: addDays(stack.period.end, 1), end, premium: { proRata: true }, terms: stack.terms },
  );
}

/** Sections that add up to a slip; none of a slip without. */
function sectionsOf(c: Chance, whole: { premium: bigint; sumInsured: bigint }): Section[] {
  const count = c.happens(0.5) ? c.int(2, 4) : 0;
  const parts = (total: bigint) => {
    const own = Array.from({ length: Math.max(count - 1, 0) }, () => c.below(total / 4n + 1n));
    return [...own, total - sum(own)];
  };
  const [premiums, insured] = [parts(whole.premium), parts(whole.sumInsured)];
  return Array.from({ length: count }, (_, index) => ({
    name: `Section ${index + 1}`,
    premium: premiums[index] ?? 0n,
    sumInsured: insured[index] ?? 0n,
    limitAmount: null,
  }));
}

const COMPONENTS = [
  'sharePremium',
  'commission',
  'brokerage',
  'taxOfSecurity',
  'taxOfReinsured',
  'netPayable',
] as const;
const TOTALS = ['facPremium', 'commission', 'brokerage', 'netPayable', 'debitNote'] as const;
type Fail = (what: string) => never;

function checkIdentity(figures: PlacementFigures, fail: Fail): void {
  const total = (name: (typeof COMPONENTS)[number]) => sum(figures.lines.map((line) => line[name]));
  const paid = total('netPayable') + total('brokerage') + total('taxOfSecurity') + total('taxOfReinsured');
  if (figures.debitNote !== paid) fail('the identity does not hold');
  if (total('sharePremium') !== figures.facPremium || total('commission') !== figures.commission) fail('lines are off');
  const booked = policyLines(figures, { reinsuredId: 1, recognition: 'DEBIT_NOTE' });
  if (sum(booked.map((line) => line.amount)) !== 0n) fail('what is booked does not balance');
  const to = (account: string) => sum(booked.filter((line) => line.account === account).map((line) => line.amount));
  if (to('PREMIUM_RECEIVABLE') !== figures.debitNote || -to('PREMIUM_PAYABLE') !== figures.netPayable)
    fail('what is booked is not what is noted');
}

/** A change of panel alone is nothing to the reinsured. */
function checkPanel(before: PolicyStack, given: Given, fail: Fail): void {
  if (given.type !== 'SEC') return;
  const rates = ({ terms }: PolicyStack) => new Set(terms.lines.map((line) => line.commission ?? terms.commission));
  const { stack: after, figures } = endorse(before, given);
  const isOneRate =
    [before, after].every((stack) => rates(stack).size === 1) && [...rates(before)][0] === [...rates(after)][0];
  const levied = [before, after].some(({ tranches }) =>
    tranches.some(({ terms }) => terms.taxes.some((tax) => tax.borneBy === 'REINSURED')),
  );
  const same = sum(before.terms.lines.map((line) => line.share)) === sum(after.terms.lines.map((line) => line.share));
  if (isOneRate && !levied && same && before.tranches.length === 1 && figures.debitNote !== 0n)
    fail('a change of securities moved the reinsured');
}

/** Without other securities and rates the whole is what it would be computed afresh, but for what is charged once on the policy. */
function checkAfresh(history: History, all: PlacementFigures, fail: Fail): void {
  const { terms } = history.first;
  const { rated: noted } = apart(all);
  const afresh = ratedFigures({ ...terms, premium: premiumOn(stackOf(history)) });
  const others = new Map(afresh.lines.map((line) => [line.securityId, line]));
  if (TOTALS.some((name) => noted[name] !== afresh[name])) fail('a cent drifted');
  if (noted.lines.some((line) => COMPONENTS.some((name) => line[name] !== (others.get(line.securityId)?.[name] ?? 0n))))
    fail('a cent drifted between the lines');
  const isOneRate = terms.lines.every((line) => (line.commission ?? null) === null);
  if (isOneRate && noted.commission !== percentOf(noted.facPremium, terms.commission))
    fail('the commission is not its percentage of the premium');
}

/** At one commission throughout, the reinsured has its percentage of the premium, but for what is rounded on its own of a changed order. */
function checkPercentage(history: History, noted: PlacementFigures, fail: Fail): void {
  const { tranches, terms } = stackOf(history);
  const lines = [terms, ...tranches.map((one) => one.terms)].flatMap((one) => one.lines);
  if (lines.some((line) => (line.commission ?? null) !== null)) return;
  const off = noted.commission - percentOf(noted.facPremium, terms.commission);
  // Each change divides what is earned, what stays and what changes.
  const most = 3n * BigInt(history.approved.length);
  if (off > most || off < -most) fail('the commission is not its percentage of the premium');
}

function checkPapers(history: Booked, placement: Placement, fail: Fail): void {
  const booked = totalFigures(notedBy(history).flatMap((figures) => figures.lines));
  const lines = paperLines(placement);
  const shown = totalFigures(lines.map((one) => one.figures));
  for (const name of TOTALS)
    if (shown[name] !== booked[name] || shown[name] !== placement.current.figures[name])
      fail(`${name} of papers is off`);
  const { currency, current, slip } = placement;
  // As they are printed, with the currency's own decimals, they add up too.
  const printed = lines.map((one) => parseAmount(formatAmount(one.figures.sharePremium, currency), currency));
  if (sum(printed.filter((one) => typeof one === 'bigint')) !== booked.facPremium) fail('printed lines do not add up');
  for (const one of lines)
    if (sum(premiumParts(placement, one.securityId).map((part) => part.amount)) !== one.figures.sharePremium)
      fail('parts do not make the premium');
  if (current.sumInsured !== sumInsuredAfter(history)) fail('the sum insured is off');
  const sections = slip?.bySection ?? [];
  if (sections.length === 0) return;
  if (sum(sections.map((one) => one.premium ?? 0n)) !== current.premium) fail('sections do not add up to the premium');
  if (sum(sections.map((one) => one.sumInsured ?? 0n)) !== current.sumInsured)
    fail('sections do not add up to the sum insured');
}

const netOf = (parts: readonly SectionPart[]) => sum(parts.map((one) => one.net));

/** Every note by section adds up to the note, and all of them to what a security's own slip says and to the sections as they are. */
function checkSections(placement: Placement, fail: Fail): void {
  const sections = placement.slip?.bySection ?? [];
  if (sections.length === 0) return;
  const notes = [null, ...placement.endorsements].map((one) => ({
    figures: (one ?? placement.original).figures,
    on: sectionsOnNote(placement, one),
  }));
  for (const { figures, on } of notes) {
    if (on.length === 0 && figures.lines.every((line) => line.netPayable === 0n) && figures.debitNote === 0n) continue;
    if (netOf(splitBySection(ofReinsured(figures), on)) !== figures.debitNote) fail('the debit note by section is off');
    for (const line of figures.lines)
      if (netOf(splitBySection(ofSecurity(line), on)) !== line.netPayable) fail('a closing by section is off');
  }
  const moved = addParts(notes.map(({ figures, on }) => splitBySection(ofReinsured(figures), on)));
  if (moved.some((one, index) => one.premium !== sections[index]?.premium))
    fail('a section has another premium than its notes');
  for (const { securityId, figures } of paperLines(placement))
    if (netOf(securityBySection(placement, securityId)) !== figures.netPayable) fail('a slip by section is off');
}

/** Instalments by hand are booked as entered, and the contract lists each of them. */
function checkByHand(c: Chance, { original, currency }: Placement, fail: Fail): boolean {
  const total = original.figures.debitNote;
  const count = c.int(1, 12);
  if (total < BigInt(count)) return false;
  const each = total / BigInt(count);
  const instalments = Array.from({ length: count }, (_, index) => ({
    dueOn: addDays(original.period.start, index * 20),
    amount: index === 0 ? total - each * BigInt(count - 1) : each,
  }));
  const paying = { terms: 'BY_HAND', instalments };
  const due = dueBy(paying, { start: original.period.start, noteDay: original.period.start, total });
  if (sumFaults(paying, { total, currency }).length > 0 || sum(due.map((one) => one.amount)) !== total)
    fail('instalments by hand do not make the debit note');
  const words = payingWords(paying, currency);
  if (instalments.some(({ amount }) => !words.includes(showMoney({ amount, currency }).replace(' ', '\u00a0'))))
    fail('the contract does not list an instalment');
  return true;
}

test('whatever comes in whatever order, books, papers and sections say the same', () => {
  const seen = new Map<
    EndorsementType | 'across' | 'earlier' | 'sections' | 'by hand' | 'per policy' | (typeof CURRENCIES)[number],
    number
  >();
  const count = (of: Parameters<typeof seen.get>[0]) => seen.set(of, (seen.get(of) ?? 0) + 1);
  for (let run = 0; run < RUNS; run += 1) {
    const c = chance(SEED + run);
    const fail: Fail = (what) => {
      throw new Error(`${what} (seed ${SEED}, run ${run})`);
    };
    const original = originalOf(c, c.happens(0.3));
    const sumInsured = premiumOn(original) * c.big(1, 1_000);
    const sections = sectionsOf(c, { premium: premiumOn(original), sumInsured });
    const currency = c.pick(CURRENCIES);
    const besides = { currency, sumInsured, sections };
    let history = firstOf(original, besides);
    let unchanged = true;
    for (let step = c.int(0, 6); step > 0; step -= 1) {
      const drawn = next(c, history);
      const { stack, later } = groundBefore(history, drawn.given);
      if (endorsementFaults(stack, drawn.given).length + laterFaults(history, drawn.given).length > 0) continue;
      const section =
        sections.length > 0 && /^[AR]P$/.test(drawn.given.type) && c.happens(0.7) ? c.int(1, sections.length) : null;
      const { premium, figures } = endorseInPlace(history, drawn.given);
      const move = { section, premium, sumInsured: 0n };
      const now = section === null ? [] : (presented(history, besides).slip?.bySection ?? []);
      if (sectionFaults(now, section, move).length > 0) continue;
      const before = stackOf(history);
      checkIdentity(figures, fail);
      checkPanel(before, drawn.given, fail);
      if (drawn.across && 'premium' in drawn.given && 'keyed' in drawn.given.premium) {
        const { keyed } = drawn.given.premium;
        if (premium !== keyed && premium !== -keyed) fail('what is noted is not what was keyed');
        count('across');
      }
      history = withBooked(history, { ...drawn.given, ...(section !== null && { section }) });
      const noted = totalFigures(notedBy(history).flatMap((one) => one.lines));
      const stacked = notedOn(stackOf(history));
      for (const name of TOTALS) if (noted[name] !== stacked[name]) fail('the stack forgot what was noted');
      unchanged &&= drawn.given.type !== 'SEC';
      const byLine = totalFigures([...stacked.lines]);
      if (unchanged) checkAfresh(history, byLine, fail);
      else checkPercentage(history, byLine, fail);
      count(drawn.given.type);
      if (later > 0 || (before.lastDate ?? '') > drawn.given.date) count('earlier');
      if (section !== null) count('sections');
    }
    const placement = presented(history, besides);
    checkPapers(history, placement, fail);
    checkSections(placement, fail);
    if (checkByHand(c, placement, fail)) count('by hand');
    if (placement.current.figures.lines.some((line) => line.taxes.some((tax) => tax.charge != null)))
      count('per policy');
    const flat: Given = { type: 'CANCEL_FLAT', number: 9, date: original.period.start };
    const gone = notedOn(endorse(stackOf(history), flat).stack);
    if (gone.lines.some((line) => line.sharePremium !== 0n)) fail('a flat cancellation left something');
    count(currency);
  }
  console.info(`stacks: seed ${SEED}, ${RUNS} placements, ${JSON.stringify(Object.fromEntries(seen))}`);
  for (const of of [
    'AP',
    'RP',
    'EXT',
    'NIL',
    'SEC',
    'CANCEL_PRORATA',
    'CANCEL_SHORT',
    'CANCEL_FLAT',
    'across',
    'earlier',
    'sections',
    'by hand',
    'per policy',
    ...CURRENCIES,
  ] as const)
    expect(seen.get(of) ?? 0, of).toBeGreaterThan(RUNS / 100);
});
