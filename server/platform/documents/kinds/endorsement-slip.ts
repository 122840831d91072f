import { sum } from '../../../../domain/values/money.ts';
import { bySectionTable, type SectionPart } from './by-section.ts';
import { showAmount, showAmountOrDash, showDeduction, showMoney, showPercent, showPercentColumn } from '../figures.ts';
import {
  cancelledWords,
  endorsementTerms,
  offCover,
  pageHead,
  partyBlock,
  present,
  showCover,
  wideIfLong,
} from './common.ts';
import type { LinesSection, PageModel, Section, TableSection, TextSection } from '../page-model.ts';
import type { Amount, Day, DocumentInput, EndorsementInput, PartyInput, Rate } from './common.ts';
import type { SlipTerms } from './slip.ts';

export interface EndorsementSlipInput extends DocumentInput {
  readonly reinsured: PartyInput;
  readonly endorsement: EndorsementInput;
  /** The policy after the endorsement; its premium is that of the endorsement. */
  readonly terms: Omit<SlipTerms, 'rate'> & { readonly umr?: string };
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
  /** The same by the sections of its slip, signed alike; none where the slip has none. */
  readonly bySection?: readonly SectionPart[];
  /** Lines before and after, % of 100 %; what a security nets is between it and us, and not on this paper. */
  readonly securities: readonly {
    readonly name: string;
    readonly before: Rate;
    readonly after: Rate;
    /** The first day on which one that leaves is no longer on cover. */
    readonly offFrom?: Day;
    readonly reference?: string;
    readonly premium: Amount;
  }[];
}

/** The paper by which a placement is changed, to be read with its slip. */
export function endorsementSlipModel(input: EndorsementSlipInput): PageModel {
  return {
    template: 'reinsurance-slip',
    ...pageHead(input, {
      title: 'Endorsement slip',
      parties: [partyBlock('Reinsured', input.reinsured)],
      facts: [
        input.terms.umr ? { label: 'UMR', value: input.terms.umr } : undefined,
        { label: 'Our reference', value: input.terms.brokerReference },
      ],
    }),
    sections: [
      { kind: 'fields', heading: 'Endorsement', rows: endorsementTerms(input.endorsement) },
      ...changes(input),
      placement(input),
      ...premiumOf(input),
      { kind: 'text', paragraphs: [endingOf(input)] },
      securities(input),
    ] satisfies Section[],
  };
}

const gives = ({ money }: EndorsementSlipInput): boolean => money.premium < 0n;

const isNothing = (amount: Amount | undefined): boolean => (amount ?? 0n) === 0n;

/**
 * What it brings or gives back, each said as an amount of its own: a return is not written below nothing. Where no money
 * moves, nothing is said of it; of a cancellation it is said that nothing is given back.
 */
function premiumOf(input: EndorsementSlipInput): Section[] {
  const { currency, money, bySection = [] } = input;
  const { premium, facPremium, commission, taxes, debitNote } = money;
  if ([premium, facPremium, commission, taxes, debitNote].every(isNothing))
    return input.terms.cancelled ? [NO_RETURN] : [];
  const back = debitNote < 0n || gives(input);
  return [
    accountOf(input, back),
    ...bySectionTable(bySection, {
      currency,
      premium: gives(input) ? 'Fac return premium' : 'Fac premium',
      net: back ? 'Due to the reinsured' : 'Due from the reinsured',
      back,
    }),
  ];
}

const NO_RETURN: TextSection = {
  kind: 'text',
  heading: 'Premium of this endorsement',
  paragraphs: ['No premium is given back.'],
};

function accountOf(input: EndorsementSlipInput, back: boolean): Section {
  const { currency, money } = input;
  const own = (amount: Amount): Amount => (back ? -amount : amount);
  return {
    kind: 'money',
    heading: 'Premium of this endorsement',
    currency,
    lines: [
      {
        label: gives(input) ? 'Return premium 100%' : 'Premium 100%',
        amount: showAmount(own(money.premium), currency),
      },
      {
        label: gives(input) ? 'Fac return premium' : 'Fac premium',
        amount: showAmount(own(money.facPremium), currency),
      },
      ...(money.commission === 0n
        ? []
        : [{ label: 'Less: commission', amount: showDeduction(own(money.commission), currency) }]),
      ...(money.taxes === undefined ? [] : [{ label: 'Plus: taxes', amount: showAmount(own(money.taxes), currency) }]),
    ],
    total: {
      label: back ? 'Due to the reinsured' : 'Due from the reinsured',
      amount: showAmount(own(money.debitNote), currency),
    },
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
    { label: 'Period', value: showCover(terms) },
    { label: 'Sum insured', value: showMoney(currency, terms.sumInsured) },
    { label: 'Order', value: `${showPercent(terms.fac)} of 100%` },
    { label: 'Cedant policy no.', value: terms.cedantPolicyNumber },
  ]);
  return {
    kind: 'fields',
    heading: terms.cancelled ? 'Placement cancelled' : 'Placement as endorsed',
    rows: rows.map(wideIfLong),
  };
}

/** Nothing stays of a placement that is cancelled. */
const endingOf = ({ terms: { cancelled } }: EndorsementSlipInput): string =>
  cancelled ? cancelledWords(cancelled) : 'All other terms and conditions of the placement stay as they are.';

/** Each security with a box to sign the change in. */
function securities(input: EndorsementSlipInput): LinesSection {
  const { securities: lines, currency } = input;
  const own = (amount: Amount): Amount => (gives(input) ? -amount : amount);
  const column = (pick: (line: (typeof lines)[number]) => Rate) => {
    const lineOf = (rate: Rate) => (rate === 0n ? undefined : rate);
    const rates = lines.map(pick);
    return showPercentColumn([...rates.map(lineOf), lineOf(sum(rates))]);
  };
  const moved = lines.some((line) => line.before !== line.after);
  const columns = [
    ...(moved ? [{ label: 'Line before', cells: column((line) => line.before) }] : []),
    { label: moved ? 'Line after' : 'Line', cells: column((line) => line.after) },
    ...(lines.every((line) => isNothing(line.premium))
      ? []
      : [
          {
            label: `${gives(input) ? 'Return premium' : 'Premium'}, ${currency}`,
            cells: [...lines.map((line) => line.premium), sum(lines.map((line) => line.premium))].map((amount) =>
              showAmountOrDash(own(amount), currency),
            ),
          },
        ]),
  ];
  const figures = (index: number) => columns.map((one) => one.cells[index] ?? '');
  return {
    kind: 'lines',
    heading: 'Securities',
    signed: true,
    figureColumns: columns.map((one) => one.label),
    lines: lines.map((line, index) => ({
      name: line.name,
      ...(line.offFrom === undefined ? {} : { detail: offCover(line.offFrom) }),
      ...(line.reference ? { reference: line.reference } : {}),
      figures: figures(index),
    })),
    total: ['Total', ...figures(lines.length)],
  };
}
