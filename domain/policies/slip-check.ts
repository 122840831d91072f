import { showDay } from '../values/day.ts';
import { parseAmount, showMoney, sum } from '../values/money.ts';
import { formatRate, HUNDRED } from '../values/rate.ts';
import { allocatesAll, isUmr, type Slip, type SlipFacts } from './slip.ts';
import { advise, refuse, termFindings, type SlipFinding, type Term } from './slip-terms.ts';
import { isIsoCurrency, isLiabilityClause, isSanctionClause, namesCurrency, saysNone } from './slip-words.ts';

/** An offer is shown for lines to be written; a signed slip has them. */
export type SlipStage = 'OFFER' | 'SIGNED';

const percent = (rate: bigint) => `${formatRate(rate, 4)}%`;

function placeFindings(slip: Slip, facts: SlipFacts): SlipFinding[] {
  const found: SlipFinding[] = [];
  const umr = slip.risk.umr ?? '';
  if (umr === '') found.push(refuse('RISK', 'risk.umr', 'Enter the unique market reference.'));
  else if (!isUmr(umr))
    found.push(refuse('RISK', 'risk.umr', 'A UMR is B, the broker number of 4 digits and up to 12 letters or digits.'));
  else if (!isUmr(umr, facts.brokerNumber))
    found.push(refuse('RISK', 'risk.umr', `The UMR begins with another broker's number than ${facts.brokerNumber}.`));
  if (facts.end < facts.start)
    found.push(refuse('RISK', 'insurance_end_date', 'End date must not be before start date.'));
  if (!isIsoCurrency(facts.currency))
    found.push(refuse('RISK', 'currency', `${facts.currency} is not an ISO currency code.`));
  if (facts.sumInsured <= 0n) found.push(refuse('RISK', 'sum_insured', 'Sum insured must be more than 0.'));
  if (facts.premium <= 0n) found.push(refuse('RISK', 'premium', 'Premium must be more than 0.'));
  return found;
}

function limitFindings(field: string, limit: string | undefined, money: boolean): SlipFinding[] {
  const found = termFindings({ heading: 'RISK', field, name: 'Limit or sum insured', value: limit, money });
  if (found.length > 0 || namesCurrency(limit ?? '')) return found;
  return [refuse('RISK', field, 'Write the currency of the limit or sum insured as its ISO code, such as USD.')];
}

function riskFindings(slip: Slip, facts: SlipFacts): SlipFinding[] {
  const { risk } = slip;
  const heading = 'RISK';
  const bySection = (slip.sections ?? []).length > 0;
  const shared: Term[] = [
    { heading, field: 'risk.interest', name: 'Interest', value: risk.interest },
    { heading, field: 'risk.excess', name: 'Excess', value: risk.excess, none: true, money: true },
    { heading, field: 'risk.situation', name: 'Situation', value: risk.situation },
  ];
  const always: Term[] = [
    { heading, field: 'risk.type', name: 'Type', value: risk.type },
    { heading, field: 'reinsured', name: 'Reinsured', value: facts.reinsured },
    { heading, field: 'insurancecompany', name: 'Original insured', value: facts.insured },
    { heading, field: 'risk.start_time', name: 'Time of inception', value: risk.start_time },
    { heading, field: 'risk.end_time', name: 'Time of expiry', value: risk.end_time },
    { heading, field: 'risk.time_zone', name: 'Time zone', value: risk.time_zone },
    { heading, field: 'risk.choice_of_law', name: 'Choice of law', value: risk.choice_of_law },
    { heading, field: 'risk.jurisdiction', name: 'Jurisdiction', value: risk.jurisdiction },
    { heading, field: 'risk.payment_terms', name: 'Premium payment terms', value: risk.payment_terms },
  ];
  // With sections a heading may stand in each of them and not here; the sections are asked then.
  const whole = bySection ? shared.filter((term) => (term.value ?? '') !== '') : shared;
  const limit = bySection && (risk.limit ?? '') === '' ? [] : limitFindings('risk.limit', risk.limit, true);
  return [
    ...placeFindings(slip, facts),
    ...[...always, ...whole].flatMap(termFindings),
    ...limit,
    ...conditionFindings(slip, facts),
    ...subjectivityFindings(slip, facts),
    ...taxFindings(slip),
  ];
}

function conditionFindings({ risk }: Slip, { clauses }: SlipFacts): SlipFinding[] {
  const field = 'risk.conditions';
  const value = risk.conditions ?? '';
  if (clauses.length === 0 && value === '') return [refuse('RISK', field, 'Add clauses or write the conditions.')];
  const text = [value, ...clauses.map((clause) => `${clause.code} ${clause.title}`)].join('\n');
  return [
    ...(value === '' ? [] : termFindings({ heading: 'RISK', field, name: 'Conditions', value, wording: true })),
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
  return termFindings({
    heading: 'INFORMATION',
    field: 'information',
    name: 'Information',
    value: information,
    none: true,
    wording: true,
  });
}

function liabilityFindings({ security }: Slip, { clauses }: SlipFacts): SlipFinding[] {
  const heading = 'SECURITY';
  const field = 'security.liability';
  const text = security.liability ?? '';
  const listed = clauses.some((clause) => isLiabilityClause(`${clause.code} ${clause.title}`));
  if (listed || isLiabilityClause(text)) return [];
  const add = 'dd the reinsurers’ liability clause, LMA3333 or its like.';
  return [refuse(heading, field, text === '' ? `A${add}` : `This says nothing of several liability: a${add}`)];
}

function signingFindings({ security }: Slip, { order, lines }: SlipFacts): SlipFinding[] {
  const heading = 'SECURITY';
  const several = lines.length > 1;
  return [
    ...(order > 0n && order <= HUNDRED
      ? []
      : [refuse(heading, 'fac', 'Order hereon must be more than 0 and at most 100%.')]),
    ...(security.written_basis
      ? []
      : [refuse(heading, 'security.written_basis', 'Choose the basis of written lines.')]),
    ...(security.signed_basis ? [] : [refuse(heading, 'security.signed_basis', 'Choose the basis of signed lines.')]),
    ...(several
      ? termFindings({
          heading,
          field: 'security.signing_provisions',
          name: 'Signing provisions',
          value: security.signing_provisions,
          wording: true,
        })
      : []),
  ];
}

function lineFindings({ security }: Slip, facts: SlipFacts): SlipFinding[] {
  const heading = 'SECURITY';
  const { lines, order } = facts;
  if (lines.length === 0) return [refuse(heading, 'securities', 'No security has a line on this slip.')];
  const stamps = new Map((security.stamps ?? []).map((stamp) => [stamp.security, stamp]));
  const each = lines.flatMap((line, index) => {
    const at = `securities.${index}`;
    const stamp = stamps.get(line.securityId);
    const of = (name: string) => `${name} of ${line.name}`;
    return [
      ...(line.written > 0n ? [] : [refuse(heading, `${at}.offer`, `Enter the ${of('written line')}.`)]),
      ...(line.signed > 0n ? [] : [refuse(heading, `${at}.share`, `Enter the ${of('signed line')}.`)]),
      ...(line.signed > line.written
        ? [refuse(heading, `${at}.share`, `${line.name} is signed for more than it wrote.`)]
        : []),
      ...termFindings({ heading, field: `${at}.stamp`, name: of('Stamp'), value: stamp?.stamp }),
      ...termFindings({ heading, field: `${at}.reference`, name: of('Reference'), value: stamp?.reference }),
    ];
  });
  const signed = sum(lines.map((line) => line.signed));
  const difference = signed > order ? signed - order : order - signed;
  const side = signed > order ? 'over' : 'short of';
  return signed === order
    ? each
    : [
        ...each,
        refuse(
          heading,
          'securities',
          `Signed lines total ${percent(signed)}: ${percent(difference)} ${side} the order of ${percent(order)}.`,
        ),
      ];
}

function subscriptionFindings(slip: Slip, facts: SlipFacts, stage: SlipStage): SlipFinding[] {
  const { subscription } = slip;
  const heading = 'SUBSCRIPTION';
  const { lines } = facts;
  const terms = [
    { key: 'contract_changes' as const, name: 'Basis of agreement to contract changes' },
    { key: 'other_parties' as const, name: 'Other agreement parties for contract changes', none: true },
    { key: 'claims_agreement' as const, name: 'Claims agreement parties' },
    { key: 'claims_basis' as const, name: 'Basis of claims agreement' },
    { key: 'delegated_claims' as const, name: 'Delegated claims authority', none: true },
    { key: 'expert_fees' as const, name: 'Expert fees', none: true },
  ].map(({ key, ...term }): Term => ({ heading, field: `subscription.${key}`, value: subscription[key], ...term }));
  const settles = (bureau: boolean) => lines.some((line) => line.bureau === bureau);
  const arrangements: Term[] = [
    { key: 'bureau_arrangements' as const, name: 'Bureau arrangements', needed: settles(true) },
    { key: 'non_bureau_arrangements' as const, name: 'Non-bureau arrangements', needed: settles(false) },
  ]
    .filter(({ needed }) => needed)
    .map(({ key, name }) => ({ heading, field: `subscription.${key}`, name, value: subscription[key] }));
  return [
    ...leaderFindings(slip, facts, stage),
    ...[...terms, ...arrangements].flatMap(termFindings),
    ...settlementFindings(slip, facts),
  ];
}

function leaderFindings({ subscription }: Slip, { lines }: SlipFacts, stage: SlipStage): SlipFinding[] {
  const heading = 'SUBSCRIPTION';
  const field = 'subscription.leader';
  const { leader } = subscription;
  // Before any line is written there is nobody to lead.
  if (stage === 'OFFER' && lines.length === 0) return [];
  if (leader === null || leader === undefined) return [refuse(heading, field, 'Name the slip leader.')];
  if (!lines.some((line) => line.securityId === leader))
    return [refuse(heading, field, 'The slip leader has no line on this slip.')];
  return lines[0]?.securityId === leader ? [] : [advise(heading, field, 'The slip leader usually has the first line.')];
}

function settlementFindings({ subscription }: Slip, facts: SlipFacts): SlipFinding[] {
  const heading = 'SUBSCRIPTION';
  const field = 'subscription.settlement_due_date';
  const due = subscription.settlement_due_date;
  if (!due) return [refuse(heading, field, 'Enter the settlement due date.')];
  if (due < facts.start) return [advise(heading, field, 'The settlement due date is before cover begins.')];
  return facts.warrantyDay !== null && due > facts.warrantyDay
    ? [advise(heading, field, `The premium must be paid by ${showDay(facts.warrantyDay)}, before this day.`)]
    : [];
}

function fiscalFindings({ fiscal }: Slip, { countries }: SlipFacts): SlipFinding[] {
  const heading = 'FISCAL';
  const country = fiscal.country_of_origin ?? '';
  const codes = fiscal.risk_codes ?? [];
  const total = sum(codes.map((one) => one.percent));
  const field = 'fiscal.risk_codes';
  return [
    ...[
      { field: 'fiscal.tax_payable', name: 'Tax payable by reinsurers', value: fiscal.tax_payable, none: true },
      { field: 'fiscal.overseas_broker', name: 'Overseas broker', value: fiscal.overseas_broker, none: true },
      {
        field: 'fiscal.client_classification',
        name: 'Regulatory client classification',
        value: fiscal.client_classification,
      },
    ].flatMap((term) => termFindings({ heading, ...term })),
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
    ...(total === HUNDRED && !allocatesAll(codes) ? [refuse(heading, field, 'A risk code stands twice.')] : []),
  ];
}

function remunerationFindings({ remuneration }: Slip): SlipFinding[] {
  const heading = 'REMUNERATION';
  return [
    { field: 'remuneration.brokerage', name: 'Brokerage', value: remuneration.brokerage, none: true },
    {
      field: 'remuneration.fees',
      name: 'Fees payable by the client',
      value: remuneration.fees,
      none: true,
      money: true,
    },
    {
      field: 'remuneration.deductions',
      name: 'Other deductions from premium',
      value: remuneration.deductions,
      none: true,
    },
  ].flatMap((term) => termFindings({ heading, ...term }));
}

type Section = NonNullable<Slip['sections']>[number];

/** A heading of a section, its own or, where it has none, that of the risk details. */
function sectionTerms(slip: Slip, section: Section, at: string): SlipFinding[] {
  const heading = 'SECTIONS';
  const { risk } = slip;
  const needed: Term[] = [
    { heading, field: `${at}.interest`, name: 'Interest', value: section.interest || risk.interest },
    { heading, field: `${at}.limit`, name: 'Limit or sum insured', value: section.limit || risk.limit, money: true },
    { heading, field: `${at}.excess`, name: 'Excess', value: section.excess || risk.excess, none: true, money: true },
    { heading, field: `${at}.situation`, name: 'Situation', value: section.situation || risk.situation },
  ];
  const own = section.conditions ?? '';
  return [
    ...termFindings({ heading, field: `${at}.name`, name: 'Section', value: section.name }),
    ...needed.flatMap(termFindings),
    ...(own === ''
      ? []
      : termFindings({ heading, field: `${at}.conditions`, name: 'Conditions', value: own, wording: true })),
  ];
}

function sectionFindings(slip: Slip, facts: SlipFacts): SlipFinding[] {
  const heading = 'SECTIONS';
  const sections = slip.sections ?? [];
  if (sections.length === 0) return [];
  const names = sections.map((section) => section.name.toLowerCase());
  const premiums = sections.map((section) => parseAmount(section.premium ?? '', facts.currency));
  const keyed = premiums.filter((premium) => typeof premium === 'bigint');
  const show = (amount: bigint) => showMoney({ amount, currency: facts.currency });
  const total = sum(keyed);
  const premiumOf = premiums.flatMap((premium, index) =>
    typeof premium === 'bigint' || keyed.length === 0
      ? []
      : [refuse(heading, `sections.${index}.premium`, 'Enter the premium of this section as of the others.')],
  );
  const complete = keyed.length === sections.length;
  return [
    ...(sections.length === 1
      ? [advise(heading, 'sections', 'One section alone: write its terms under the risk details.')]
      : []),
    ...sections.flatMap((section, index) => sectionTerms(slip, section, `sections.${index}`)),
    ...names.flatMap((name, index) =>
      names.indexOf(name) === index
        ? []
        : [refuse(heading, `sections.${index}.name`, 'This section is there already.')],
    ),
    ...premiumOf,
    ...(complete && total !== facts.premium
      ? [refuse(heading, 'sections', `Sections total ${show(total)} but the premium is ${show(facts.premium)}.`)]
      : []),
  ];
}

/**
 * What a carrier's checker would say of a slip, in MRC order: `refuse` is what keeps it from being submitted, `advise` what
 * a careful broker would look at again. An offer is not asked for lines, stamps and references, which come with the
 * writing. Pure: `facts` are the policy's own, fields are named as on the form. §1, §7 underwriting.
 */
export function slipFindings(slip: Slip, facts: SlipFacts, stage: SlipStage): SlipFinding[] {
  return [
    ...riskFindings(slip, facts),
    ...informationFindings(slip),
    ...liabilityFindings(slip, facts),
    ...signingFindings(slip, facts),
    ...(stage === 'SIGNED' ? lineFindings(slip, facts) : []),
    ...subscriptionFindings(slip, facts, stage),
    ...fiscalFindings(slip, facts),
    ...remunerationFindings(slip),
    ...sectionFindings(slip, facts),
  ];
}

/** Whether nothing keeps the slip from being submitted. */
export function isComplete(findings: readonly SlipFinding[]): boolean {
  return findings.every((finding) => finding.severity !== 'refuse');
}
