import { showDay } from '../values/day.ts';
import { sum } from '../values/money.ts';
import { formatRate, HUNDRED } from '../values/rate.ts';
import { FISCAL_TERMS, FURTHER_TERMS, INFORMATION_TERM, REMUNERATION_TERMS, RISK_TERMS } from '../placements/fields.ts';
import type { FieldError } from '../errors.ts';
import { sectionFindings } from './check-sections.ts';
import { contradictions } from './contradictions.ts';
import { allocatesAll, isUmr, SLIP_HEADINGS, type Slip, type SlipFacts, type SlipHeading } from './slip.ts';
import { liabilityFindings, lineFindings, signingFindings, subscriptionFindings } from './check-lines.ts';
import {
  advise,
  openFindings,
  refuse,
  termAt,
  termFindings,
  termsIn,
  type SlipFinding,
  type SlipStage,
  type Term,
} from './terms.ts';
import {
  currenciesIn,
  isIsoCurrency,
  isPaymentClause,
  isSanctionClause,
  namesCurrency,
  saysNone,
  statesFigure,
  wrongCurrency,
} from './words.ts';

const percent = (rate: bigint) => `${formatRate(rate)}%`;

function placeFindings(slip: Slip, facts: SlipFacts): SlipFinding[] {
  const findings: SlipFinding[] = [];
  const umr = slip.risk.umr ?? '';
  if (umr === '') findings.push(refuse('RISK', 'risk.umr', 'Enter the unique market reference.'));
  else if (!isUmr(umr))
    findings.push(
      refuse('RISK', 'risk.umr', 'A UMR is B, the broker number of 4 digits and up to 12 letters or digits.'),
    );
  else if (!isUmr(umr, facts.brokerNumber))
    findings.push(
      refuse('RISK', 'risk.umr', `The UMR begins with another broker's number than ${facts.brokerNumber}.`),
    );
  if (facts.end < facts.start)
    findings.push(refuse('RISK', 'insurance_end_date', 'End date must not be before start date.'));
  if (!isIsoCurrency(facts.currency))
    findings.push(refuse('RISK', 'currency', `${facts.currency} is not an ISO currency code.`));
  if (facts.sumInsured <= 0n) findings.push(refuse('RISK', 'sum_insured', 'Sum insured must be more than 0.'));
  if (facts.premium <= 0n) findings.push(refuse('RISK', 'premium', 'Premium must be more than 0.'));
  return findings;
}

function limitFindings({ risk }: Slip, { currency }: SlipFacts): SlipFinding[] {
  const field = 'risk.limit';
  const limit = risk.limit ?? '';
  const findings = termFindings(termAt('RISK', field, { term: RISK_TERMS.limit, value: limit }));
  if (findings.length > 0) return findings;
  if (!namesCurrency(limit))
    return [refuse('RISK', field, 'Write the currency of the limit or sum insured as its ISO code, such as USD.')];
  const [other, ...more] = currenciesIn(limit);
  return other === undefined || more.length > 0 || other === currency || !isIsoCurrency(currency)
    ? []
    : [advise('RISK', field, `The limit is in ${other} but the premium is in ${currency}.`)];
}

/** A figure of the excess is money of a currency, as the limit is. */
function excessFindings({ risk }: Slip): SlipFinding[] {
  const excess = risk.excess ?? '';
  return statesFigure(excess) && !namesCurrency(excess) && wrongCurrency(excess) === null
    ? [refuse('RISK', 'risk.excess', 'Write the currency of the excess as its ISO code, such as USD.')]
    : [];
}

/** Headings that a slip has where there is something to say under them. */
function furtherFindings({ risk }: Slip): SlipFinding[] {
  return termsIn({ heading: 'RISK', place: 'risk' }, FURTHER_TERMS, risk).flatMap(openFindings);
}

function paymentFindings({ risk }: Slip, { warrantyDay }: SlipFacts): SlipFinding[] {
  const field = 'risk.payment_terms';
  const terms = risk.payment_terms ?? '';
  const named = isPaymentClause(terms);
  if (warrantyDay === null && named)
    return [advise('RISK', field, 'A premium payment clause is named here, but the placement has no days for it.')];
  if (warrantyDay !== null && terms !== '' && !named)
    return [advise('RISK', field, 'Name the premium payment warranty or condition of the placement, such as LSW3001.')];
  return [];
}

function riskFindings(slip: Slip, facts: SlipFacts): SlipFinding[] {
  const { risk } = slip;
  const heading = 'RISK';
  const bySection = (slip.sections ?? []).length > 0;
  const part = { heading, place: 'risk' } as const;
  const { type, interest, excess, situation, time_zone, choice_of_law, jurisdiction, payment_terms } = RISK_TERMS;
  const shared = termsIn(part, { interest, excess, situation }, risk);
  const always: Term[] = [
    ...termsIn(part, { type }, risk),
    { heading, field: 'reinsured', name: 'Reinsured', value: facts.reinsured },
    { heading, field: 'insurancecompany', name: 'Original insured', value: facts.insured },
    { heading, field: 'risk.start_time', name: 'Time of inception', value: risk.start_time },
    { heading, field: 'risk.end_time', name: 'Time of expiry', value: risk.end_time },
    ...termsIn(part, { time_zone, choice_of_law, jurisdiction, payment_terms }, risk),
  ];
  // With sections a heading may be in each of them instead of here; then the sections are checked.
  const whole = bySection ? shared.filter((term) => (term.value ?? '') !== '') : shared;
  const limit = bySection && (risk.limit ?? '') === '' ? [] : limitFindings(slip, facts);
  return [
    ...placeFindings(slip, facts),
    ...[...always, ...whole].flatMap(termFindings),
    ...limit,
    ...excessFindings(slip),
    ...conditionFindings(slip, facts),
    ...furtherFindings(slip),
    ...subjectivityFindings(slip, facts),
    ...paymentFindings(slip, facts),
    ...taxFindings(slip),
  ];
}

function conditionFindings({ risk }: Slip, { clauses }: SlipFacts): SlipFinding[] {
  const field = 'risk.conditions';
  const value = risk.conditions ?? '';
  if (clauses.length === 0 && value === '') return [refuse('RISK', field, 'Add clauses or write the conditions.')];
  const text = [value, ...clauses.map((clause) => `${clause.code} ${clause.title}`)].join('\n');
  return [
    ...openFindings(termAt('RISK', field, { term: RISK_TERMS.conditions, value })),
    ...(isSanctionClause(text) ? [] : [advise('RISK', field, 'There is no sanctions clause, such as LMA3100.')]),
  ];
}

function subjectivityFindings({ risk }: Slip, facts: SlipFacts): SlipFinding[] {
  return (risk.subjectivities ?? []).flatMap((one, index) => {
    const at = `risk.subjectivities.${index}`;
    const late = one.by !== undefined && one.by !== null && one.by > facts.end;
    return [
      ...termFindings({ heading: 'RISK', field: `${at}.what`, name: 'Subjectivity', value: one.what }),
      ...(one.by ? [] : [refuse('RISK', `${at}.by`, 'Enter the day by which this is to be met.')]),
      ...(late
        ? [advise('RISK', `${at}.by`, `This subjectivity may be met after the period ends on ${showDay(facts.end)}.`)]
        : []),
      ...termFindings({
        heading: 'RISK',
        field: `${at}.until_met`,
        name: 'Cover until it is met',
        value: one.until_met,
      }),
      ...termFindings({
        heading: 'RISK',
        field: `${at}.consequence`,
        name: 'Consequence of not meeting it',
        value: one.consequence,
      }),
    ];
  });
}

function taxFindings({ risk }: Slip): SlipFinding[] {
  const taxes = risk.taxes_payable ?? [];
  if (taxes.length === 0)
    return [refuse('RISK', 'risk.taxes_payable', 'Name each tax payable and who pays it, or None.')];
  return taxes.flatMap((one, index) => {
    const at = `risk.taxes_payable.${index}`;
    const none = saysNone(one.tax);
    return [
      ...termFindings({ heading: 'RISK', field: `${at}.tax`, name: 'Tax', value: one.tax, none: true }),
      ...(none
        ? []
        : termFindings({
            heading: 'RISK',
            field: `${at}.payable_by`,
            name: 'Payer of this tax',
            value: one.payable_by,
          })),
    ];
  });
}

function informationFindings({ information }: Slip): SlipFinding[] {
  return termFindings(termAt('INFORMATION', 'information', { term: INFORMATION_TERM, value: information }));
}

function fiscalFindings({ fiscal }: Slip, { countries }: SlipFacts): SlipFinding[] {
  const heading = 'FISCAL';
  const country = fiscal.country_of_origin ?? '';
  const codes = fiscal.risk_codes ?? [];
  const total = sum(codes.map((one) => one.percent));
  const field = 'fiscal.risk_codes';
  return [
    ...termsIn({ heading, place: 'fiscal' }, FISCAL_TERMS, fiscal).flatMap(termFindings),
    ...(country !== '' && countries.has(country)
      ? []
      : [refuse(heading, 'fiscal.country_of_origin', 'Choose the country of origin.')]),
    ...(codes.length === 0 ? [refuse(heading, field, 'Allocate the premium to risk codes.')] : []),
    ...codes.flatMap((one, index) => [
      ...(/^[A-Z0-9]{2}$/.test(one.code)
        ? []
        : [refuse(heading, `${field}.${index}.code`, 'A risk code has two letters or digits.')]),
      ...(one.percent > 0n ? [] : [refuse(heading, `${field}.${index}.percent`, 'Percentage must be more than 0.')]),
    ]),
    ...(codes.length === 0 || total === HUNDRED
      ? []
      : [refuse(heading, field, `Risk codes total ${percent(total)}: they must make 100%.`)]),
    ...(total === HUNDRED && !allocatesAll(codes) ? [refuse(heading, field, 'A risk code is entered twice.')] : []),
  ];
}

function remunerationFindings({ remuneration }: Slip): SlipFinding[] {
  return termsIn({ heading: 'REMUNERATION', place: 'remuneration' }, REMUNERATION_TERMS, remuneration).flatMap(
    termFindings,
  );
}

/**
 * What a carrier's checker would say of a slip, in MRC order: `refuse` is a gap or, where it is `fatal`, what keeps it from
 * being submitted, `advise` what a careful broker would look at again. An offer needs no lines, stamps and references, which come with the
 * writing. Pure: `facts` are the policy's own, fields are named as on the form. §1, §7 underwriting.
 */
export function slipFindings(slip: Slip, facts: SlipFacts, stage: SlipStage): SlipFinding[] {
  const findings = [
    ...riskFindings(slip, facts),
    ...informationFindings(slip),
    ...liabilityFindings(slip, facts),
    ...signingFindings(slip, facts),
    ...(stage === 'SIGNED' ? lineFindings(slip, facts) : []),
    ...subscriptionFindings(slip, facts, stage),
    ...fiscalFindings(slip, facts),
    ...remunerationFindings(slip),
    ...sectionFindings(slip, facts),
  ].map((finding) => (isFatal(finding) ? { ...finding, fatal: true } : finding));
  const against = contradictions(slip, facts);
  return SLIP_PARTS.flatMap((part) => [...findings, ...against].filter(({ heading }) => heading === part));
}

const SLIP_PARTS = Object.keys(SLIP_HEADINGS) as SlipHeading[];

// Without these nobody can say what is covered, for how much, where and for whom.
const ESSENTIAL =
  /^(?:risk\.(?:interest|limit|situation)|reinsured|insurancecompany|insurance_end_date|currency|sum_insured|premium|fac|sections)$/;
const isFatal = ({ severity, field }: SlipFinding): boolean => severity === 'refuse' && ESSENTIAL.test(field);

/** Whether a checker would refuse nothing of the slip. */
export function isComplete(findings: readonly SlipFinding[]): boolean {
  return findings.every((finding) => finding.severity !== 'refuse');
}

/** What stops Submit, each at its field. */
export function submitFaults(findings: readonly SlipFinding[]): FieldError[] {
  return findings.filter((finding) => finding.fatal).map(({ field, message }) => ({ field, message }));
}
