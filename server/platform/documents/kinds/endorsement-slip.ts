import { showAmount, showDeduction, showMoney, showPercent, showPeriod } from '../figures.ts';
import { endorsementFields, pageHead, partyBlock, present, wideIfLong } from './common.ts';
import type { PageModel, Section, TableSection } from '../page-model.ts';
import type { Amount, DocumentInput, EndorsementInput, PartyInput, Rate } from './common.ts';
import type { SlipTerms } from './slip.ts';

export interface EndorsementSlipInput extends DocumentInput {
  readonly reinsured: PartyInput;
  readonly endorsement: EndorsementInput;
  /** The policy after the endorsement; its premium is that of the endorsement. */
  readonly terms: Omit<SlipTerms, 'rate'>;
  /** What reads otherwise from its day on. */
  readonly words: readonly { readonly label: string; readonly before: string; readonly after: string }[];
  readonly currency: string;
  /** Signed: what is given back is negative. */
  readonly money: {
    readonly premium: Amount;
    readonly facPremium: Amount;
    readonly commission: Amount;
    /** Borne by the reinsured; absent where there are none. */
    readonly taxes?: Amount;
    readonly debitNote: Amount;
  };
  readonly securities: readonly {
    readonly name: string;
    readonly share: Rate;
    readonly premium: Amount;
    readonly net: Amount;
  }[];
}

/** The paper by which a placement is changed, to be read with its slip. */
export function endorsementSlipModel(input: EndorsementSlipInput): PageModel {
  const { currency, money } = input;
  return {
    template: 'reinsurance-slip',
    ...pageHead(input, {
      title: 'Endorsement slip',
      parties: [partyBlock('Reinsured', input.reinsured)],
      facts: [{ label: 'Our reference', value: input.terms.brokerReference }],
    }),
    sections: [
      { kind: 'fields', heading: 'Endorsement', rows: endorsementFields(input.endorsement) },
      ...changes(input),
      placement(input),
      {
        kind: 'money',
        heading: 'Premium of this endorsement',
        currency,
        lines: [
          { label: 'Premium 100%', amount: showAmount(money.premium, currency) },
          { label: 'Fac premium', amount: showAmount(money.facPremium, currency) },
          { label: 'Less: commission', amount: showDeduction(money.commission, currency) },
          ...(money.taxes === undefined ? [] : [{ label: 'Plus: taxes', amount: showAmount(money.taxes, currency) }]),
        ],
        total: {
          label: money.debitNote < 0n ? 'Due to the reinsured' : 'Due from the reinsured',
          amount: showAmount(money.debitNote, currency),
        },
      },
      securities(input),
      { kind: 'text', paragraphs: ['All other terms and conditions of the placement stay as they are.'] },
    ] satisfies Section[],
  };
}

function changes({ words }: EndorsementSlipInput): TableSection[] {
  if (words.length === 0) return [];
  const shown = (text: string) => (text === '' ? 'None' : text);
  return [
    {
      kind: 'table',
      heading: 'Terms changed',
      columns: [{ label: 'Term' }, { label: 'So far', grow: true }, { label: 'As endorsed', grow: true }],
      rows: words.map(({ label, before, after }) => [label, shown(before), shown(after)]),
    },
  ];
}

function placement({ terms, currency }: EndorsementSlipInput): Section {
  const rows = present([
    { label: 'Original insured', value: terms.insured, wide: true },
    { label: 'Cover', value: [terms.coverClass, terms.coverSubclass].filter(Boolean).join(' · ') },
    { label: 'Period', value: showPeriod(terms.startDay, terms.endDay) },
    { label: 'Sum insured', value: showMoney(currency, terms.sumInsured) },
    { label: 'Order', value: `${showPercent(terms.fac)} of 100%` },
    { label: 'Cedant policy no.', value: terms.cedantPolicyNumber },
  ]);
  return { kind: 'fields', heading: 'Placement as endorsed', rows: rows.map(wideIfLong) };
}

function securities(input: EndorsementSlipInput): TableSection {
  return {
    kind: 'table',
    heading: 'Securities',
    columns: [
      { label: 'Security', grow: true },
      { label: 'Line', align: 'right' },
      { label: `Premium, ${input.currency}`, align: 'right' },
      { label: `Net, ${input.currency}`, align: 'right' },
    ],
    rows: input.securities.map((line) => [
      line.name,
      showPercent(line.share),
      showAmount(line.premium, input.currency),
      showAmount(line.net, input.currency),
    ]),
  };
}
