import { bySectionTable, sectionsTable, type SectionPart, type SlipSectionFigures } from './by-section.ts';
import { taxBasis } from './debit-note.ts';
import { showAmount, showDeduction, showMoney, showPercent, showPercentColumn, showShortDay } from '../figures.ts';
import {
  coverBeginning,
  COVER_ENDING,
  offCover,
  pageHead,
  partyBlock,
  percentBasis,
  premiumBasis,
  present,
  showCover,
} from './common.ts';
import type { Amount, Cancelled, Day, DocumentInput, PartyInput, PremiumBase, Rate, TaxLine } from './common.ts';
import type { HeadingsSection, LinesSection, PageModel, Section, TableSection } from '../page-model.ts';

export type SlipHeading = HeadingsSection['rows'][number];

/** A section of the Market Reform Contract with its headings in order. */
export interface SlipSection {
  readonly title: string;
  readonly headings: readonly SlipHeading[];
  /** The lines follow this section. */
  readonly lines?: boolean;
}

/** A security's line on a London slip; percentages of the whole, `written` in those of the slip's basis. */
export interface LondonLine {
  readonly name: string;
  readonly leader: boolean;
  readonly stamp: string;
  readonly reference: string;
  readonly writtenOn?: Day;
  readonly written: Rate;
  readonly toStand: boolean;
  readonly signed?: Rate;
  readonly signedOfOrder?: Rate;
}

export interface LondonSlipInput extends DocumentInput {
  readonly umr: string;
  readonly brokerReference: string;
  readonly reinsured: PartyInput;
  readonly sections: readonly SlipSection[];
  /** "% of whole", "% of order": what the written lines are a part of. */
  readonly writtenBasis: string;
  /** The slip says its signed lines in % of the order too. */
  readonly signedOfOrder: boolean;
  readonly lines: readonly LondonLine[];
  readonly totals: { readonly written: Rate; readonly signed?: Rate; readonly signedOfOrder?: Rate };
}

const slipHead = (
  input: Omit<LondonSlipInput, 'sections' | 'lines' | 'totals' | 'writtenBasis' | 'signedOfOrder'>,
  title: string,
) =>
  pageHead(input, {
    title,
    parties: [partyBlock('Reinsured', input.reinsured)],
    facts: [
      input.umr === '' ? undefined : { label: 'UMR', value: input.umr },
      { label: 'Our reference', value: input.brokerReference },
    ],
  });

const stampOf = (line: LondonLine): string =>
  [line.stamp, line.writtenOn === undefined ? '' : showShortDay(line.writtenOn)]
    .filter((part) => part !== '')
    .join(' · ');

/** The lines with a box for each stamp; one that was written shows its stamp, reference and day in it. */
function stampedLines(
  input: Pick<LondonSlipInput, 'lines' | 'totals' | 'writtenBasis' | 'signedOfOrder'>,
): LinesSection {
  const { lines, totals } = input;
  const isSigned = lines.some((line) => line.signed !== undefined);
  const column = (pick: (line: LondonLine) => Rate | undefined, total: Rate | undefined) =>
    showPercentColumn([...lines.map(pick), total]);
  const columns = [
    column((line) => line.written, totals.written),
    ...(isSigned && input.signedOfOrder ? [column((line) => line.signedOfOrder, totals.signedOfOrder)] : []),
    ...(isSigned ? [column((line) => line.signed, totals.signed)] : []),
  ];
  return {
    kind: 'lines',
    heading: isSigned ? 'Signed lines' : 'Written lines',
    signed: true,
    figureColumns: [
      `Written\n${input.writtenBasis}`,
      ...(isSigned && input.signedOfOrder ? ['Signed\n% of order'] : []),
      ...(isSigned ? ['Signed\n% of whole'] : []),
    ],
    lines: lines.map((line, index) => ({
      name: line.name,
      ...(line.leader || line.toStand
        ? { detail: [line.leader && 'Slip leader', line.toStand && 'Line to stand'].filter(Boolean).join(' · ') }
        : {}),
      ...(line.reference === '' ? {} : { reference: line.reference }),
      ...(stampOf(line) === '' ? {} : { stamp: stampOf(line) }),
      figures: columns.map((shown) => shown[index] ?? ''),
    })),
    total: ['Total', ...columns.map((shown) => shown[lines.length] ?? '')],
  };
}

const numbered = (sections: readonly SlipSection[], lines: LinesSection): Section[] =>
  sections
    .filter((section) => section.headings.length > 0 || section.lines === true)
    .flatMap((section, index): Section[] => [
      { kind: 'headings', heading: section.title, number: String(index + 1), rows: section.headings },
      ...(section.lines === true ? [lines] : []),
    ]);

/** The slip in the order of the Market Reform Contract: numbered headings, wordings in full, the lines with their stamps. */
export function londonSlipModel(input: LondonSlipInput): PageModel {
  return {
    template: 'london-slip',
    ...slipHead(input, 'Market Reform Contract'),
    sections: numbered(input.sections, stampedLines(input)),
  };
}

export interface LondonCoverNoteInput extends LondonSlipInput {
  readonly currency: string;
  /** Each security's part of the fac premium, in the order of the lines. */
  readonly premiums: readonly Amount[];
  /** Securities that have left and keep the premium of the days before. */
  readonly departed: readonly {
    readonly name: string;
    readonly offFrom: Day | null;
    readonly stamp: string;
    readonly reference: string;
    readonly premium: Amount;
  }[];
  readonly facPremium: Amount;
  readonly cancelled: Cancelled | null;
}

/** Every security on its own, with its stamp, reference, lines and premium. */
function exploded(input: LondonCoverNoteInput): TableSection {
  const ofOrder = showPercentColumn([...input.lines.map((line) => line.signedOfOrder), input.totals.signedOfOrder]);
  const ofWhole = showPercentColumn([...input.lines.map((line) => line.signed), input.totals.signed]);
  return {
    kind: 'table',
    heading: 'Securities',
    columns: [
      { label: 'Security', grow: true },
      { label: 'Stamp' },
      { label: 'Reference' },
      { label: '% of order', align: 'right' },
      { label: '% of whole', align: 'right' },
      { label: `Premium, ${input.currency}`, align: 'right' },
    ],
    rows: [
      ...input.lines.map((line, index) => [
        line.leader ? `${line.name} (leader)` : line.name,
        line.stamp,
        line.reference,
        ofOrder[index] ?? '',
        ofWhole[index] ?? '',
        showAmount(input.premiums[index] ?? 0n, input.currency),
      ]),
      ...input.departed.map((one) => [
        one.offFrom === null ? one.name : `${one.name}\n${offCover(one.offFrom)}`,
        one.stamp,
        one.reference,
        '',
        '',
        showAmount(one.premium, input.currency),
      ]),
    ],
    total: ['Total', '', '', ofOrder.at(-1) ?? '', ofWhole.at(-1) ?? '', showAmount(input.facPremium, input.currency)],
  };
}

/** The reinsured's evidence of cover: the risk as on the slip, its clauses by title, every security on its own. */
export function londonCoverNoteModel(input: LondonCoverNoteInput): PageModel {
  return {
    template: 'cover-note',
    ...slipHead(input, 'Cover note'),
    sections: [
      coverBeginning(input.cancelled),
      ...numbered(
        input.sections.map((section) => ({ ...section, lines: false })),
        stampedLines(input),
      ),
      exploded(input),
      COVER_ENDING,
    ],
  };
}

export interface LondonReinsuranceSlipInput extends DocumentInput {
  readonly umr: string;
  readonly brokerReference: string;
  readonly security: PartyInput;
  readonly reinsured: string;
  readonly insured: string;
  readonly cover: string;
  readonly startDay: Day;
  readonly endDay: Day;
  readonly cancelled: Cancelled | null;
  readonly interest: string;
  readonly situation: string;
  readonly currency: string;
  readonly sumInsured: Amount;
  /** Of a slip of several: as they are with the endorsements that it takes in. */
  readonly sections: readonly SlipSectionFigures[];
  readonly excess: string;
  readonly premium: Amount;
  readonly fac: Rate;
  readonly line: LondonLine;
  readonly writtenBasis: string;
  readonly signedOfOrder: boolean;
  readonly sharePremium: Amount;
  /** What the original and each endorsement brought of it; they add up to it. */
  readonly parts: readonly { readonly label: string; readonly base: PremiumBase | null; readonly amount: Amount }[];
  readonly commission: { readonly percent: Rate; readonly amount: Amount };
  readonly brokerage: { readonly percent: Rate; readonly amount: Amount };
  readonly taxes: readonly TaxLine[];
  readonly netPayable: Amount;
  /** The same by section, as its notes divide it. */
  readonly bySection: readonly SectionPart[];
  /** Which endorsements it takes in; nothing of the original. */
  readonly amended: string;
  readonly terms: readonly string[];
  readonly conditions: readonly { readonly title: string; readonly reference?: string }[];
}

/** The slip as one security has it: the risk, its own line and premium, and a box to stamp. */
export function londonReinsuranceSlipModel(input: LondonReinsuranceSlipInput): PageModel {
  const money = (amount: Amount) => showMoney(input.currency, amount);
  const { line } = input;
  const share = line.signed ?? line.written;
  return {
    template: 'london-reinsurance-slip',
    ...pageHead(input, {
      title: 'London reinsurance slip',
      parties: [partyBlock('Security', input.security)],
      facts: [
        input.umr === '' ? undefined : { label: 'UMR', value: input.umr },
        { label: 'Our reference', value: input.brokerReference },
      ],
      headline: { figure: money(input.sharePremium), note: `for a line of ${showPercent(share)} of the whole` },
    }),
    sections: [
      riskOf(input),
      ...sectionsTable(input.sections, input.currency),
      lineOf(input),
      ...bySectionTable(input.bySection, {
        currency: input.currency,
        premium: 'Share premium',
        net: 'Net premium',
        back: false,
      }),
      ...(input.conditions.length > 0
        ? [{ kind: 'clauses' as const, heading: 'Conditions', clauses: input.conditions }]
        : []),
      stampedLines({
        lines: [line],
        writtenBasis: input.writtenBasis,
        signedOfOrder: input.signedOfOrder,
        totals: {
          written: line.written,
          ...(line.signed === undefined ? {} : { signed: line.signed }),
          ...(line.signedOfOrder === undefined ? {} : { signedOfOrder: line.signedOfOrder }),
        },
      }),
    ],
  };
}

function riskOf(input: LondonReinsuranceSlipInput): Section {
  const money = (amount: Amount) => showMoney(input.currency, amount);
  return {
    kind: 'fields',
    heading: 'Risk',
    rows: present([
      { label: 'Reinsured', value: input.reinsured, wide: true },
      { label: 'Original insured', value: input.insured, wide: true },
      { label: 'Type', value: input.cover, wide: true },
      { label: 'Period', value: showCover(input), wide: true },
      { label: 'Interest', value: input.interest, wide: true },
      { label: 'Situation', value: input.situation, wide: true },
      { label: 'Sum insured', value: money(input.sumInsured) },
      { label: 'Excess', value: input.excess },
      { label: 'Premium 100%', value: money(input.premium) },
      { label: 'Order', value: `${showPercent(input.fac)} of 100%` },
      { label: 'Endorsements', value: input.amended, wide: true },
      { label: 'Terms of payment', value: input.terms.join(' '), wide: true },
    ]),
  };
}

function lineOf(input: LondonReinsuranceSlipInput): Section {
  const deducted = (label: string, { percent, amount }: { percent: Rate; amount: Amount }) => ({
    label,
    ...percentBasis(percent, input.sharePremium, amount),
    amount: showDeduction(amount, input.currency),
  });
  return {
    kind: 'money',
    heading: 'Your line',
    currency: input.currency,
    lines: [
      ...input.parts.map((part) => ({
        label: part.label,
        ...premiumBasis(part.base, input.currency),
        amount: showAmount(part.amount, input.currency),
      })),
      deducted('Cedant commission', input.commission),
      deducted('Brokerage', input.brokerage),
      ...input.taxes.map((tax) => ({
        label: tax.name,
        basis: taxBasis(tax),
        amount: showDeduction(tax.amount, input.currency),
      })),
    ],
    total: { label: 'Net premium', amount: showAmount(input.netPayable, input.currency) },
  };
}
