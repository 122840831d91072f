import { SLIP_HEADINGS } from '../../../domain/policies/slip.ts';
import { WRITTEN_BASIS_LABELS } from '../../../domain/policies/signing.ts';
import { WARRANTY_LABELS, warrantyDay } from '../../../domain/policies/instalments.ts';
import { formatRate } from '../../../domain/values/rate.ts';
import type { SlipHeading, SlipSection } from '../../platform/documents/kinds/london-slip.ts';
import { showDay, showMoney, showPercent } from '../../platform/documents/figures.ts';
import type { Clause, LabelledText } from '../../platform/documents/page-model.ts';
import { adjustmentSaid } from './documents.ts';
import type { SlipRecord } from './slip-record.ts';

const paragraphs = (text: string) => text.split(/\n{2,}/).filter((one) => one.trim() !== '');
const said = (label: string, text: string | undefined): SlipHeading[] =>
  text === undefined || text.trim() === '' ? [] : [{ label, paragraphs: paragraphs(text) }];
const paired = (label: string, pairs: readonly LabelledText[]): SlipHeading[] =>
  pairs.length === 0 ? [] : [{ label, pairs: pairs.filter((pair) => pair.value.trim() !== '') }];

/** What stands beside the record on a slip: the clauses with their wordings, the insured's address. */
export type SlipExtras = { clauses: readonly Clause[]; insuredAddress: string; countryName: string };

function periodOf({ slip, ...record }: SlipRecord): string {
  const { start_time: from, end_time: to, time_zone: zone } = slip.risk;
  const at = (day: string, time: string | undefined) => (time ? `${showDay(day)} at ${time}` : showDay(day));
  const days = `From ${at(record.insurance_start_date, from)} to ${at(record.insurance_end_date, to)}, both days included`;
  return zone ? `${days}, ${zone}.` : `${days}.`;
}

/** A contract of several sections names each where one differs; what is left empty is as in the risk details. */
function sectionHeadings({ slip, currency }: SlipRecord): SlipHeading[] {
  return (slip.sections ?? []).flatMap((section, index) =>
    paired(`Section ${index + 1}: ${section.name}`, [
      { label: 'Interest', value: section.interest ?? '' },
      { label: 'Limit', value: section.limit ?? '' },
      { label: 'Excess', value: section.excess ?? '' },
      { label: 'Situation', value: section.situation ?? '' },
      { label: 'Conditions', value: section.conditions ?? '' },
      { label: 'Premium', value: section.premium ? showMoney(currency, section.premium) : '' },
    ]),
  );
}

function subjectivities({ slip }: SlipRecord): SlipHeading[] {
  const all = slip.risk.subjectivities ?? [];
  return all.flatMap((one, index) =>
    paired(all.length === 1 ? 'Subjectivity' : `Subjectivity ${index + 1}`, [
      { label: 'What', value: one.what },
      { label: 'By', value: one.by ? showDay(one.by) : '' },
      { label: 'Until it is met', value: one.until_met ?? '' },
      { label: 'If it is not met', value: one.consequence ?? '' },
    ]),
  );
}

/** Each tax with who pays it; that there is none is said once. */
function taxesPayable({ slip }: SlipRecord): SlipHeading[] {
  const taxes = slip.risk.taxes_payable ?? [];
  const label = 'Taxes payable';
  const [one] = taxes;
  if (taxes.length === 1 && one && !one.payable_by) return said(label, one.tax);
  return paired(
    label,
    taxes.map(({ tax, payable_by: payer }) => ({ label: tax, value: payer || 'None' })),
  );
}

/** The warranty or condition of the placement, with the day that its days make. */
function warrantyOf({ warranty, insurance_start_date: start }: SlipRecord): string {
  if (warranty === null) return '';
  const last = showDay(warrantyDay(warranty, start));
  return `${WARRANTY_LABELS[warranty.kind]}: ${warranty.days} days from inception, by ${last}.`;
}

function riskDetails(record: SlipRecord, extras: SlipExtras): SlipHeading[] {
  const { slip, currency, figures } = record;
  const { risk } = slip;
  const money = (amount: string) => showMoney(currency, amount);
  const conditions = paragraphs(risk.conditions ?? '');
  return [
    ...said('Unique Market Reference', record.umr),
    ...said('Type', risk.type),
    ...said('Reinsured', record.reinsured.name),
    ...said('Original insured', [record.insured.name, extras.insuredAddress].filter(Boolean).join('\n')),
    ...said('Period', periodOf(record)),
    ...said('Interest', risk.interest),
    ...said('Limit or sum insured', risk.limit ?? money(record.sum_insured)),
    ...said('Excess or deductible', risk.excess),
    ...said('Situation', risk.situation),
    ...sectionHeadings(record),
    ...(conditions.length > 0 || extras.clauses.length > 0
      ? [{ label: 'Conditions', paragraphs: conditions, ...(extras.clauses.length > 0 && { clauses: extras.clauses }) }]
      : []),
    ...said('Express warranties', risk.express_warranties),
    ...said('Conditions precedent', risk.conditions_precedent),
    ...subjectivities(record),
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
      { label: 'Premium 100%', value: money(record.premium) },
      ...(record.rate === null
        ? []
        : [{ label: 'Rate', value: `${showPercent(formatRate(record.rate))} of the sum insured` }]),
      { label: 'For the order', value: money(figures.fac_premium) },
    ]),
    ...said('Adjustment of premium', adjustmentSaid(record).adjustment),
    ...said('Premium payment terms', [risk.payment_terms, warrantyOf(record)].filter(Boolean).join('\n\n')),
    ...taxesPayable(record),
    ...said('Recording, transmitting and storing information', risk.recording),
    ...said('Contract documentation', risk.contract_documents),
  ];
}

function securityDetails({ slip, fac }: SlipRecord): SlipHeading[] {
  const { security } = slip;
  const basis = (one: 'WHOLE' | 'ORDER' | undefined) => (one === undefined ? undefined : WRITTEN_BASIS_LABELS[one]);
  return [
    ...said('Reinsurers’ liability', security.liability),
    ...said('Order hereon', `${showPercent(formatRate(fac))} of 100%`),
    ...said('Basis of written lines', basis(security.written_basis)),
    ...said('Basis of signed lines', basis(security.signed_basis)),
    ...said('Signing provisions', security.signing_provisions),
  ];
}

function subscription({ slip, securities }: SlipRecord): SlipHeading[] {
  const { subscription: agreed } = slip;
  const leader = securities.find((line) => line.security.id === agreed.leader)?.security.name;
  return [
    ...said('Slip leader', leader),
    ...said('Basis of agreement to contract changes', agreed.contract_changes),
    ...said('Other agreement parties for contract changes', agreed.other_parties),
    ...said('Claims agreement parties', agreed.claims_agreement),
    ...said('Basis of claims agreement', agreed.claims_basis),
    ...said('Delegated claims authority', agreed.delegated_claims),
    ...said('Expert fees', agreed.expert_fees),
    ...said('Settlement due date', agreed.settlement_due_date ? showDay(agreed.settlement_due_date) : undefined),
    ...said('Bureau arrangements', agreed.bureau_arrangements),
    ...said('Non-bureau arrangements', agreed.non_bureau_arrangements),
  ];
}

function fiscal({ slip }: SlipRecord, { countryName }: SlipExtras): SlipHeading[] {
  const told = slip.fiscal;
  return [
    ...said('Tax payable by reinsurers', told.tax_payable),
    ...said('Country of origin', countryName),
    ...said('Overseas broker', told.overseas_broker),
    ...said('Regulatory client classification', told.client_classification),
    ...paired(
      'Allocation of premium to risk codes',
      (told.risk_codes ?? []).map((one) => ({ label: one.code, value: showPercent(formatRate(one.percent)) })),
    ),
  ];
}

/** What a London slip says, in the order of the Market Reform Contract; a heading without text is left out. §7. */
export function slipHeadings(record: SlipRecord, extras: SlipExtras): SlipSection[] {
  const { remuneration } = record.slip;
  return [
    { title: SLIP_HEADINGS.RISK, headings: riskDetails(record, extras) },
    { title: SLIP_HEADINGS.INFORMATION, headings: said(SLIP_HEADINGS.INFORMATION, record.slip.information) },
    { title: SLIP_HEADINGS.SECURITY, headings: securityDetails(record), lines: true },
    { title: SLIP_HEADINGS.SUBSCRIPTION, headings: subscription(record) },
    { title: SLIP_HEADINGS.FISCAL, headings: fiscal(record, extras) },
    {
      title: SLIP_HEADINGS.REMUNERATION,
      headings: [
        ...said('Brokerage', remuneration.brokerage),
        ...said('Fees payable by the client', remuneration.fees),
        ...said('Other deductions from premium', remuneration.deductions),
      ],
    },
  ];
}

/** The same for whom the terms of the subscription do not concern: the reinsured, and who holds its cover note. */
export function coverHeadings(record: SlipRecord, extras: SlipExtras): SlipSection[] {
  const titles = extras.clauses.map(({ title, reference }) => ({ title, ...(reference ? { reference } : {}) }));
  return slipHeadings(record, { ...extras, clauses: titles }).filter(
    (section) => section.title === SLIP_HEADINGS.RISK || section.title === SLIP_HEADINGS.INFORMATION,
  );
}
