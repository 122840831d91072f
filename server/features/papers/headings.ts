import {
  AGREEMENT_TERMS,
  enteredTerms,
  FISCAL_TERMS,
  REMUNERATION_TERMS,
  RISK_TERMS,
  SECURITY_TERMS,
  SETTLEMENT_TERMS,
  SLIP_FIELDS,
  type SlipTerm,
} from '../../../domain/placements/fields.ts';
import { SLIP_HEADINGS } from '../../../domain/slips/slip.ts';
import { WRITTEN_BASIS_LABELS } from '../../../domain/slips/signing.ts';
import { cancelledOn } from '../../../domain/placements/paper-lines.ts';
import { WARRANTY_LABELS, warrantyDay } from '../../../domain/placements/instalments.ts';
import type { SlipPlacement } from '../../../domain/placements/placement.ts';
import type { SlipParts } from '../../../domain/slips/contract.ts';
import { figuredTerms, withFigures } from '../../../domain/slips/from-figures.ts';
import type { SlipHeading, SlipSection } from '../../platform/documents/kinds/london-slip.ts';
import { showDay, showMoney, showPercent } from '../../platform/documents/figures.ts';
import { showCover } from '../../platform/documents/kinds/common.ts';
import { adjustmentText, type Facts } from './placements.ts';
import { paired, sectionHeadings } from './section-headings.ts';

const paragraphs = (text: string) => text.split(/\n{2,}/).filter((one) => one.trim() !== '');
const heading = (label: string, text: string | undefined): SlipHeading[] =>
  text === undefined || text.trim() === '' ? [] : [{ label, paragraphs: paragraphs(text) }];
/** Terms under their own headings, in the order of the contract. */
const headed = <K extends string>(
  terms: Readonly<Record<K, SlipTerm>>,
  entered: { readonly [P in NoInfer<K>]?: string | undefined },
): SlipHeading[] =>
  enteredTerms(terms, entered).flatMap(({ term, value }) => heading(term.heading ?? term.label, value));

/** What the papers of a slip say: its current terms, its clauses in full, the country of its origin by name. */
export type SlipFacts = Facts<SlipPlacement> & { countryName: string };

/** The clauses by their titles, for papers on which their wordings are not printed. */
export const clauseTitles = ({ clauses }: Facts) =>
  clauses.map(({ title, reference }) => ({ title, ...(reference ? { reference } : {}) }));

function periodOf({ placement, terms }: SlipFacts): string {
  const { start_time: from, end_time: to, time_zone: zone } = placement.slip.sections.risk;
  const at = (day: string, time: string | undefined) => (time ? `${showDay(day)} at ${time}` : showDay(day));
  const cancelled = cancelledOn(placement);
  const days = cancelled
    ? showCover({ startDay: terms.period.start, endDay: terms.period.end, cancelled })
    : `From ${at(terms.period.start, from)} to ${at(terms.period.end, to)}, both days included`;
  return zone ? `${days}, ${zone}.` : `${days}.`;
}

function subjectivities({ risk }: SlipParts): SlipHeading[] {
  const all = risk.subjectivities ?? [];
  return all.flatMap((one, index) =>
    paired(all.length === 1 ? 'Subjectivity' : `Subjectivity ${index + 1}`, [
      { label: 'What', value: one.what },
      { label: 'By', value: one.by ? showDay(one.by) : '' },
      { label: 'Until it is met', value: one.until_met ?? '' },
      { label: 'If it is not met', value: one.consequence ?? '' },
    ]),
  );
}

/** Each tax with who pays it; without any, one heading says so. */
function taxesPayable({ risk }: SlipParts): SlipHeading[] {
  const taxes = risk.taxes_payable ?? [];
  const { label } = SLIP_FIELDS.taxes_payable;
  const [one] = taxes;
  if (taxes.length === 1 && one && !one.payable_by) return heading(label, one.tax);
  return paired(
    label,
    taxes.map(({ tax, payable_by: payer }) => ({ label: tax, value: payer || 'None' })),
  );
}

/** The warranty or condition of the placement, with the day that its days make. */
function warrantyOf({ warranty, original }: SlipPlacement): string {
  if (warranty === null) return '';
  const last = showDay(warrantyDay(warranty, original.period.start));
  return `${WARRANTY_LABELS[warranty.kind]}: ${warranty.days} days from inception, by ${last}.`;
}

function riskDetails(facts: SlipFacts): SlipHeading[] {
  const { placement, terms, clauses } = facts;
  const { reinsured, insured, currency, slip } = placement;
  const { risk } = slip.sections;
  const { type, interest, limit, excess, situation, payment_terms } = RISK_TERMS;
  const { express_warranties, conditions_precedent, recording, contract_documents } = RISK_TERMS;
  const money = (amount: bigint) => showMoney(currency, amount);
  const conditions = paragraphs(risk.conditions ?? '');
  return [
    ...heading('Unique Market Reference', slip.umr),
    ...headed({ type }, risk),
    ...heading('Reinsured', reinsured.name),
    ...heading(
      'Original insured',
      [insured.name, facts.party(insured.id).addressLines.join(', ')].filter(Boolean).join('\n'),
    ),
    ...heading('Period', periodOf(facts)),
    ...headed({ interest }, risk),
    ...headed({ limit, excess, situation }, risk),
    ...sectionHeadings(slip, currency),
    ...(conditions.length > 0 || clauses.length > 0
      ? [{ label: 'Conditions', paragraphs: conditions, ...(clauses.length > 0 && { clauses }) }]
      : []),
    ...headed({ express_warranties, conditions_precedent }, risk),
    ...subjectivities(slip.sections),
    ...paired(
      'Choice of law and jurisdiction',
      risk.choice_of_law || risk.jurisdiction
        ? [
            { label: 'Law', value: risk.choice_of_law ?? '' },
            { label: 'Jurisdiction', value: risk.jurisdiction ?? '' },
          ]
        : [],
    ),
    ...paired('Premium', [
      { label: 'Premium 100%', value: money(terms.premium) },
      ...(terms.rate === null ? [] : [{ label: 'Rate', value: `${showPercent(terms.rate)} of the sum insured` }]),
      { label: 'For the order', value: money(terms.figures.facPremium) },
    ]),
    ...heading('Adjustment of premium', adjustmentText(placement).adjustment),
    ...heading(payment_terms.label, [risk.payment_terms, warrantyOf(placement)].filter(Boolean).join('\n\n')),
    ...taxesPayable(slip.sections),
    ...headed({ recording, contract_documents }, risk),
  ];
}

function securityDetails({ placement, terms }: SlipFacts): SlipHeading[] {
  const { security } = placement.slip.sections;
  const { liability, signing_provisions } = SECURITY_TERMS;
  const basis = (one: 'WHOLE' | 'ORDER' | undefined) => (one === undefined ? undefined : WRITTEN_BASIS_LABELS[one]);
  return [
    ...headed({ liability }, security),
    ...heading('Order hereon', `${showPercent(terms.fac)} of 100%`),
    ...heading(SLIP_FIELDS.written_basis.label, basis(security.written_basis)),
    ...heading(SLIP_FIELDS.signed_basis.label, basis(security.signed_basis)),
    ...headed({ signing_provisions }, security),
  ];
}

function subscription({ placement, terms }: SlipFacts): SlipHeading[] {
  const { subscription: agreed } = placement.slip.sections;
  const { settlement_due_date: due } = agreed;
  const leader = terms.lines.find((line) => line.securityId === agreed.leader)?.name;
  return [
    ...heading(SLIP_FIELDS.leader.label, leader),
    ...headed(AGREEMENT_TERMS, agreed),
    ...heading(SLIP_FIELDS.settlement_due_date.label, due ? showDay(due) : undefined),
    ...headed(SETTLEMENT_TERMS, agreed),
  ];
}

function fiscal({ placement, countryName }: SlipFacts): SlipHeading[] {
  const answers = placement.slip.sections.fiscal;
  const { tax_payable, overseas_broker, client_classification } = FISCAL_TERMS;
  return [
    ...headed({ tax_payable }, answers),
    ...heading(SLIP_FIELDS.country_of_origin.label, countryName),
    ...headed({ overseas_broker, client_classification }, answers),
    ...paired(
      SLIP_FIELDS.risk_codes.label,
      (answers.risk_codes ?? []).map((one) => ({ label: one.code, value: showPercent(one.percent) })),
    ),
  ];
}

/** With what the present figures say under headings that were left empty. */
function figured(facts: SlipFacts): SlipFacts {
  const { placement, terms } = facts;
  const { slip, currency, paymentTerms } = placement;
  const { sumInsured, commission, brokerage } = terms;
  const { lines } = terms.figures;
  const derived = figuredTerms({
    currency,
    paymentTerms,
    sumInsured,
    commission,
    brokerage,
    lines,
    bySection: slip.bySection,
  });
  const sections = withFigures(slip.sections, { ...derived, payment_terms: facts.payment });
  return { ...facts, placement: { ...placement, slip: { ...slip, sections } } };
}

/** What a London slip says, in the order of the Market Reform Contract; a heading without text is left out. §7. */
export function slipHeadings(entered: SlipFacts): SlipSection[] {
  const facts = figured(entered);
  const { information, remuneration } = facts.placement.slip.sections;
  return [
    { title: SLIP_HEADINGS.RISK, headings: riskDetails(facts) },
    { title: SLIP_HEADINGS.INFORMATION, headings: heading(SLIP_HEADINGS.INFORMATION, information) },
    { title: SLIP_HEADINGS.SECURITY, headings: securityDetails(facts), lines: true },
    { title: SLIP_HEADINGS.SUBSCRIPTION, headings: subscription(facts) },
    { title: SLIP_HEADINGS.FISCAL, headings: fiscal(facts) },
    {
      title: SLIP_HEADINGS.REMUNERATION,
      headings: headed(REMUNERATION_TERMS, remuneration),
    },
  ];
}

/**
 * The same for readers whom the terms of the subscription do not concern: the reinsured and holders of its cover note.
 */
export function coverHeadings(facts: SlipFacts): SlipSection[] {
  return slipHeadings({ ...facts, clauses: clauseTitles(facts) }).filter(
    (section) => section.title === SLIP_HEADINGS.RISK || section.title === SLIP_HEADINGS.INFORMATION,
  );
}
