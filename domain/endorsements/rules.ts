import type { FieldError } from '../errors.ts';
import { addDays, showDay } from '../values/day.ts';
import { sum } from '../values/money.ts';
import { formatRate } from '../values/rate.ts';
import { endorsementPremium, mostReturned, termsAfter, type Endorsement } from './endorsements.ts';
import { ratedFigures, type LayerTerms } from '../placements/figures.ts';
import { acrossOf, premiumOn, sameTerms, type PolicyStack } from './layers.ts';
import { deductionFaults, lineFaults } from '../placements/rules.ts';

const PERIOD = 'Effective date must fall within the period of insurance.';
const RETURN = 'Return premium exceeds the premium on the policy.';

const at = (field: string, message: string): FieldError[] => [{ field, message }];

/** The effective-date rules: §2 Endorsements, with the message of §8. */
export function effectiveDateFaults(stack: PolicyStack, endorsement: Pick<Endorsement, 'type' | 'date'>): FieldError[] {
  const { type, date } = endorsement;
  const { period, placements, lastDate } = stack;
  if (type === 'CANCEL_FLAT') {
    const message = `This cancellation takes effect on the first day, ${showDay(period.start)}.`;
    return date === period.start ? [] : at('effective_date', message);
  }
  if (type === 'EXT') {
    const day = addDays(period.end, 1);
    const message = `An extension takes effect on the day after the current end, ${showDay(day)}.`;
    return date === day ? [] : at('effective_date', message);
  }
  if (date < period.start || date > period.end) return at('effective_date', PERIOD);
  if (type === 'SEC') {
    const from = placements.at(-1)?.from ?? period.start;
    const message = `Effective date must not be before the last change of securities, ${showDay(from)}.`;
    return date >= from ? [] : at('effective_date', message);
  }
  // Premium of an earlier day is put in its place before it is looked at; across what closed it, it is keyed.
  const moves = type === 'AP' || type === 'RP';
  if (!moves || lastDate === null || date >= lastDate || acrossOf(stack, endorsement) !== null) return [];
  return at('effective_date', `Effective date must not be before the last approved endorsement, ${showDay(lastDate)}.`);
}

function premiumFaults(stack: PolicyStack, endorsement: Endorsement): FieldError[] {
  const premium = endorsementPremium(stack, endorsement);
  const { type } = endorsement;
  if (type === 'AP') return premium > 0n ? [] : at('premium', 'Additional premium must be more than 0.');
  if (type === 'EXT') return premium >= 0n ? [] : at('premium', 'Premium must not be less than 0.');
  if (type === 'RP' && premium >= 0n) return at('premium', 'Return premium must be more than 0.');
  if (premium > 0n) return at('premium', 'Return premium must not be less than 0.');
  return -premium > mostReturned(stack, endorsement) ? at('premium', RETURN) : [];
}

const LARGE = 1_000_000_000_000n;
const percentTotal = (rate: bigint) => formatRate(rate, 4);

function termsFaults(terms: LayerTerms): FieldError[] {
  const placed = sum(terms.lines.map((line) => line.share));
  const short: FieldError[] =
    placed < terms.fac
      ? at('securities', `Securities total ${percentTotal(placed)}% but ${percentTotal(terms.fac)}% is placed.`)
      : [];
  return [
    ...lineFaults(terms),
    ...short,
    // At a round premium, so that no rounding hides or makes a deduction of the whole.
    ...deductionFaults(ratedFigures({ ...terms, premium: LARGE })),
  ];
}

function sharesOf(terms: LayerTerms): string {
  return terms.lines.map((line) => `${line.securityId}/${line.share}`).join(' ');
}

const OWN_RATES = {
  commission: { field: 'cedant_commission', word: 'commission' },
  brokerage: { field: 'brokerage', word: 'brokerage' },
} as const;

/** A rate of the policy that lines with a rate of their own would not follow: it is changed where it is kept. */
function ownRateFaults(stack: PolicyStack, terms: LayerTerms): FieldError[] {
  return (['commission', 'brokerage'] as const).flatMap((name) => {
    if (terms[name] === stack.terms[name]) return [];
    const own = terms.lines.filter((line) => (line[name] ?? null) !== null).length;
    const { field, word } = OWN_RATES[name];
    const lines = own === 1 ? 'One line has' : `${own} lines have`;
    return own === 0
      ? []
      : at(
          field,
          `${lines} a ${word} of its own, which this would not change. Change the lines by a change of securities.`,
        );
  });
}

function lineChangeFaults(stack: PolicyStack, endorsement: Endorsement): FieldError[] {
  if (acrossOf(stack, endorsement) !== null) return 'terms' in endorsement ? termsFaults(endorsement.terms) : [];
  const terms = termsAfter(stack, endorsement);
  if (terms === stack.terms) return [];
  const rates = 'terms' in endorsement ? ownRateFaults(stack, terms) : [];
  if (rates.length > 0) return rates;
  const faults = termsFaults(terms);
  if (faults.length > 0) return faults;
  if (endorsement.type === 'SEC')
    return sameTerms(stack.terms, terms) ? at('securities', 'Nothing is different on these lines.') : [];
  return sharesOf(terms) === sharesOf(stack.terms)
    ? []
    : at('securities', 'Change securities or shares by an endorsement of their own.');
}

function cancelledFaults(stack: PolicyStack, endorsement: Endorsement): FieldError[] {
  const { cancelledFrom } = stack;
  const { type } = endorsement;
  if (cancelledFrom === null || acrossOf(stack, endorsement) === 'CANCEL') return [];
  if (type === 'CANCEL_FLAT' && premiumOn(stack) > 0n) return [];
  return at('endorsementtype', `This policy is cancelled from ${showDay(cancelledFrom)}.`);
}

/** Every fault that keeps an endorsement from being saved, with the message shown. §2, §8. */
export function endorsementFaults(stack: PolicyStack, endorsement: Endorsement): FieldError[] {
  const faults = [...cancelledFaults(stack, endorsement), ...effectiveDateFaults(stack, endorsement)];
  if (endorsement.type === 'EXT' && endorsement.end <= stack.period.end)
    return [...faults, ...at('insurance_end_date', 'The new end date must be after the current end date.')];
  return faults.length > 0 ? faults : [...premiumFaults(stack, endorsement), ...lineChangeFaults(stack, endorsement)];
}
