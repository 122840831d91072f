import { AppError, type FieldError } from '../errors.ts';
import { addMonths, showDay, type Day } from '../values/day.ts';
import { pow10 } from '../values/decimal.ts';
import { sum } from '../values/money.ts';
import { exponentOf } from '../values/currencies.ts';
import { formatRate, type Rate } from '../values/rate.ts';
import { premiumFromRate, type PlacementFigures } from './figures.ts';
import { dueBy, WARRANTY_LABELS, warrantyDay, type Paying, type Warranty } from './instalments.ts';
import { SHARE } from '../wire.ts';

/** What the firm has approved of a security, and when an agency last rated it. */
export type Standing = { name: string; lineLimit: Rate | null; ratedOn: Day | null };

/** What the checks of a placement look at; amounts in minor units, percentages scaled. */
export type PolicyDraft = {
  currency: string;
  dateOffered: Day;
  start: Day;
  end: Day;
  sumInsured: bigint;
  rate: Rate | null;
  premium: bigint;
  fac: Rate;
  /** `written` where each line is entered beside its signed one. */
  lines: readonly {
    securityId: number;
    share: Rate;
    written?: Rate | null | undefined;
    standing?: Standing | undefined;
  }[];
  /** When the premium is paid; `noteDay` is the day on which the debit note would be made. */
  payment?: Payment | undefined;
};

/** When the premium of a placement is to be paid, and by when a warranty asks for it. */
type Payment = Paying & { warranty: Warranty | null; noteDay: Day };

const MAX_SUM_INSURED_UNITS = 1_000_000_000_000_000n;

const percentTotal = (rate: Rate) => formatRate(rate, 4);

function periodFaults(draft: PolicyDraft, today: Day): FieldError[] {
  const faults: FieldError[] = [];
  if (draft.end < draft.start)
    faults.push({ field: 'insurance_end_date', message: 'End date must not be before start date.' });
  if (draft.dateOffered > today)
    faults.push({ field: 'dateoffered', message: 'Date offered cannot be in the future.' });
  return faults;
}

function amountFaults(draft: PolicyDraft): FieldError[] {
  const faults: FieldError[] = [];
  const cap = (MAX_SUM_INSURED_UNITS * pow10(exponentOf(draft.currency))) / 100n;
  if (draft.sumInsured <= 0n) faults.push({ field: 'sum_insured', message: 'Sum insured must be more than 0.' });
  else if (draft.sumInsured >= cap)
    faults.push({ field: 'sum_insured', message: 'Sum insured must be at most 9,999,999,999,999.99.' });
  if (draft.premium <= 0n) faults.push({ field: 'premium', message: 'Premium must be more than 0.' });
  else if (draft.premium > draft.sumInsured)
    faults.push({ field: 'premium', message: 'Premium cannot exceed the sum insured.' });
  if (draft.fac <= 0n) faults.push({ field: 'fac', message: SHARE });
  return faults;
}

/** A security twice, a line of nothing, or lines beyond the order. §8. */
export function lineFaults(draft: Pick<PolicyDraft, 'lines' | 'fac'>): FieldError[] {
  const faults: FieldError[] = [];
  const seen = new Set<number>();
  for (const [index, line] of draft.lines.entries()) {
    if (seen.has(line.securityId))
      faults.push({ field: `securities.${index}.security`, message: 'This security is already on the placement.' });
    seen.add(line.securityId);
    if (line.share <= 0n) faults.push({ field: `securities.${index}.share`, message: SHARE });
  }
  const placed = sum(draft.lines.map((line) => line.share));
  if (placed > draft.fac) {
    faults.push({
      field: 'securities',
      message: `Securities total ${percentTotal(placed)}% but ${percentTotal(draft.fac)}% is placed.`,
    });
  }
  return faults;
}

/** Every fault that keeps a draft from being saved, with the message of §8. The same on the form and on the server. */
export function policyFaults(draft: PolicyDraft, today: Day): FieldError[] {
  return [...periodFaults(draft, today), ...amountFaults(draft), ...lineFaults(draft)];
}

/** A deduction that eats a security's whole premium. §8 deductions. */
export function deductionFaults(figures: PlacementFigures): FieldError[] {
  return figures.lines.flatMap((line, index) =>
    line.netPayable <= 0n
      ? [{ field: `securities.${index}.share`, message: 'Deductions cannot reach 100% of the premium.' }]
      : [],
  );
}

const RATING_MONTHS = 12;

/** Names in a sentence: "A", "A and B", "A, B and C". */
export function namesOf(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/**
 * Lines above what the firm has approved of their security, and ratings that were old when the risk was offered: one
 * sentence of each kind, with the names.
 */
export function standingWarnings(draft: Pick<PolicyDraft, 'dateOffered' | 'lines'>): string[] {
  const oldest = draft.dateOffered === '' ? '' : addMonths(draft.dateOffered, -RATING_MONTHS);
  const known = draft.lines.flatMap(({ share, standing }) => (standing === undefined ? [] : [{ share, ...standing }]));
  const above = known.flatMap(({ name, share, lineLimit }) =>
    lineLimit !== null && share > lineLimit ? [{ name, share, lineLimit }] : [],
  );
  const old = known.filter(({ ratedOn }) => ratedOn !== null && ratedOn < oldest).map(({ name }) => name);
  const [first] = above;
  return [
    ...(first === undefined
      ? []
      : above.length === 1
        ? [
            `${first.name} has ${formatRate(first.share)}%: the largest line approved for it is ${formatRate(first.lineLimit)}%.`,
          ]
        : [
            `Above the largest line approved: ${above
              .map((one) => `${one.name} ${formatRate(one.share)}% of ${formatRate(one.lineLimit)}%`)
              .join(', ')}.`,
          ]),
    ...(old.length === 0
      ? []
      : old.length === 1
        ? [`The rating of ${namesOf(old)} is more than 12 months old.`]
        : [`The ratings of ${namesOf(old)} are more than 12 months old.`]),
  ];
}

type Above = { index: number; who: string; share: Rate; written: Rate };

/** Lines that are signed above what was written. §2 Arithmetic of a placement. */
function signedAbove({ lines }: Pick<PolicyDraft, 'lines'>): Above[] {
  return lines.flatMap(({ share, written, standing }, index) =>
    written === undefined || written === null || share <= written
      ? []
      : [{ index, who: standing?.name ?? 'This security', share, written }],
  );
}

const aboveSentence = ({ who, share, written }: Above) =>
  `${who} is signed for ${formatRate(share)}% but wrote ${formatRate(written)}%.`;

function aboveWarnings(draft: Pick<PolicyDraft, 'lines'>): string[] {
  const above = signedAbove(draft);
  if (above.length < 2) return above.map(aboveSentence);
  const each = above.map(({ who, share, written }) => `${who} ${formatRate(share)}% of ${formatRate(written)}%`);
  return [`Signed for more than was written: ${each.join(', ')}.`];
}

/** Premium that falls due after the day by which a warranty asks for it. §2 Terms and due dates. */
function dueAfterWarranty({ start, premium, payment }: PolicyDraft): FieldError[] {
  if (!payment?.warranty || start === '') return [];
  const day = warrantyDay(payment.warranty, start);
  const late = dueBy(payment, { start, noteDay: payment.noteDay, total: premium }).find((one) => one.dueOn > day);
  if (!late) return [];
  const label = WARRANTY_LABELS[payment.warranty.kind].toLowerCase();
  const message = `Premium falls due on ${showDay(late.dueOn)}, after the ${label} of ${showDay(day)}.`;
  return [{ field: 'payment_terms', message }];
}

/** What is worth a look at its own field; none of it stops anybody. §2, §8. */
export function fieldWarnings(draft: PolicyDraft): FieldError[] {
  const above = signedAbove(draft).map((line) => ({
    field: `securities.${line.index}.share`,
    message: aboveSentence(line),
  }));
  return [...above, ...dueAfterWarranty(draft)];
}

/** What a maker and a checker should see before going on, each kind in one line; none of it stops them. §8. */
export function policyWarnings(draft: PolicyDraft): string[] {
  const warnings = [...aboveWarnings(draft), ...dueAfterWarranty(draft).map((warning) => warning.message)];
  if (draft.end >= addMonths(draft.start, 36)) warnings.push('The period is longer than 36 months.');
  if (draft.rate !== null) {
    const byRate = premiumFromRate(draft.sumInsured, draft.rate);
    const difference = byRate > draft.premium ? byRate - draft.premium : draft.premium - byRate;
    const one = pow10(exponentOf(draft.currency));
    if (difference > one) warnings.push('The premium differs from sum insured × rate.');
  }
  return [...warnings, ...standingWarnings(draft)];
}

/** Refuses a placement that does not fill its order. §8: Σ shares = fac to submit. */
export function assertFullyPlaced(placed: Rate, order: Rate): void {
  if (placed !== order)
    throw new AppError('UNDER_PLACED', { placed: percentTotal(placed), order: percentTotal(order) });
}
