import { sum } from '../../../../domain/values/money.ts';
import { showAmount, showDay, showMoney, showPercent, showPercentColumn } from '../figures.ts';
import {
  cancelledWords,
  coverBeginning,
  COVER_ENDING,
  offCover,
  pageHead,
  partyBlock,
  present,
  showCover,
} from './common.ts';
import { taxBasis } from './debit-note.ts';
import type { Clause, HeadingsSection, LabelledText, LinesSection, PageModel } from '../page-model.ts';
import type { Amount, Cancelled, Day, DocumentInput, EndorsementInput, PartyInput, Rate, TaxLine } from './common.ts';

export interface SecurityLine {
  readonly name: string;
  /** Town, syndicate number, rating. */
  readonly detail?: string;
  /** % of 100 %; none of a security that has left. */
  readonly written?: Rate;
  readonly signed?: Rate;
  /** The first day on which a security that has left is no longer on cover. */
  readonly offFrom?: Day;
  readonly premium?: Amount;
  /** The underwriter's own reference. */
  readonly reference?: string;
}

export interface SlipTerms {
  readonly type: string;
  readonly insured: string;
  readonly insuredAddress?: string;
  readonly coverClass: string;
  readonly coverSubclass?: string;
  readonly startDay: Day;
  readonly endDay: Day;
  readonly cancelled?: Cancelled | null;
  readonly interest?: string;
  readonly currency: string;
  readonly sumInsured: Amount;
  /** Of a slip of several sections. */
  readonly sections?: readonly HeadingRow[];
  readonly excess?: string;
  readonly territory?: string;
  /** Beside the clauses. */
  readonly conditions?: string;
  readonly brokerReference: string;
  readonly cedantPolicyNumber?: string;
  readonly rate?: Rate;
  readonly premium: Amount;
  /** That the premium is a deposit, and how it is adjusted. */
  readonly adjustment?: string;
  readonly fac: Rate;
  readonly facPremium: Amount;
  /** Premium payment warranty or condition, terms of payment. */
  readonly terms?: readonly string[];
  readonly commission: Rate;
  /** Left out of a cover note by the firm's choice. */
  readonly brokerage?: Rate;
  readonly taxes: readonly Omit<TaxLine, 'amount'>[];
  readonly endorsement?: EndorsementInput;
}

export interface ReinsuranceSlipInput extends DocumentInput {
  readonly reinsured: PartyInput;
  readonly slip: SlipTerms;
  /** With their wordings in full. */
  readonly clauses: readonly Clause[];
  readonly securities: readonly SecurityLine[];
}

interface CoverNoteInput extends DocumentInput {
  readonly reinsured: PartyInput;
  readonly slip: SlipTerms;
  /** Named by title and reference; their wordings are left out. */
  readonly clauses: readonly Clause[];
  readonly securities: readonly SecurityLine[];
}

/** The paper on which securities write, and sign, their lines. */
export function reinsuranceSlipModel(input: ReinsuranceSlipInput): PageModel {
  return {
    template: 'reinsurance-slip',
    ...slipHead(input, 'Reinsurance slip'),
    sections: [
      slipHeadings(input, input.clauses, input.slip.cancelled),
      securityLines(input.securities, { heading: 'Securities', currency: input.slip.currency, signed: true }),
    ],
  };
}

/** The reinsured's evidence of cover: the same particulars, the clauses by title, every security with its share. */
export function coverNoteModel(input: CoverNoteInput): PageModel {
  const titles = input.clauses.map(({ title, reference }) => ({ title, ...(reference ? { reference } : {}) }));
  return {
    template: 'cover-note',
    ...slipHead(input, 'Cover note'),
    sections: [
      // That it is cancelled is how it begins, and no heading again.
      coverBeginning(input.slip.cancelled),
      slipHeadings(input, titles),
      securityLines(input.securities, {
        heading: 'Securities',
        currency: input.slip.currency,
        premium: input.slip.facPremium,
        signed: false,
      }),
      COVER_ENDING,
    ],
  };
}

const slipHead = (input: ReinsuranceSlipInput | CoverNoteInput, title: string) =>
  pageHead(input, {
    title,
    parties: [partyBlock('Reinsured', input.reinsured)],
    facts: [{ label: 'Our reference', value: input.slip.brokerReference }],
  });

type HeadingRow = HeadingsSection['rows'][number];

const heading = (label: string, text: string | undefined): HeadingRow[] =>
  text ? [{ label, paragraphs: text.split(/\n{2,}/) }] : [];

const paired = (label: string, pairs: readonly (LabelledText | false)[]): HeadingRow => ({
  label,
  pairs: pairs.filter((pair) => pair !== false),
});

/** The numbered headings of a slip, in the order in which underwriters read them; a heading without text is left out. */
function slipHeadings(
  input: { reinsured: PartyInput; slip: SlipTerms },
  clauses: readonly Clause[],
  cancelled?: SlipTerms['cancelled'],
) {
  const { slip, reinsured } = input;
  const money = (amount: Amount): string => showMoney(slip.currency, amount);
  const rows: HeadingRow[] = [
    ...endorsementRow(slip.endorsement),
    ...heading('Cancellation', cancelled ? cancelledWords(cancelled) : undefined),
    ...heading('Type', slip.type),
    ...heading('Class', [slip.coverClass, slip.coverSubclass].filter(Boolean).join(' · ')),
    ...heading('Reinsured', reinsured.name),
    ...heading('Original insured', [slip.insured, slip.insuredAddress].filter(Boolean).join('\n')),
    ...heading('Original policy', slip.cedantPolicyNumber),
    ...heading('Period', showCover(slip)),
    ...heading('Interest', slip.interest),
    ...heading('Sum insured', money(slip.sumInsured)),
    ...(slip.sections ?? []),
    ...heading('Excess', slip.excess),
    ...heading('Territory', slip.territory),
    ...heading('Further conditions', slip.conditions),
    ...(clauses.length > 0 ? [{ label: 'Conditions', clauses }] : []),
    paired('Premium', [
      slip.rate !== undefined && { label: 'Rate', value: `${showPercent(slip.rate)} of the sum insured` },
      { label: 'Premium 100%', value: money(slip.premium) },
      { label: 'Order', value: `${showPercent(slip.fac)} of 100%` },
      { label: 'Fac premium', value: money(slip.facPremium) },
    ]),
    ...heading('Adjustment of premium', slip.adjustment),
    ...(slip.terms?.length ? [{ label: 'Terms of payment', paragraphs: slip.terms }] : []),
    ...heading('Commission', `${showPercent(slip.commission)} of the premium`),
    ...heading('Brokerage', slip.brokerage === undefined ? undefined : `${showPercent(slip.brokerage)} of the premium`),
    ...(slip.taxes.length > 0
      ? [
          paired(
            'Taxes and levies',
            slip.taxes.map((tax) => ({
              label: tax.name,
              value: [
                taxBasis(tax),
                ...(tax.ofReinsured === true ? ['payable by the reinsured'] : (tax.securities ?? [])),
              ].join(', '),
            })),
          ),
        ]
      : []),
  ];
  return { kind: 'headings', rows } satisfies HeadingsSection;
}

const endorsementRow = (endorsement: EndorsementInput | undefined): HeadingRow[] =>
  endorsement
    ? [
        paired(
          'Endorsement',
          present([
            { label: 'Number', value: endorsement.number },
            { label: 'Type', value: endorsement.type },
            { label: 'Effective', value: showDay(endorsement.effectiveDay) },
            { label: 'Description', value: endorsement.description },
          ]),
        ),
      ]
    : [];

interface LinesWords {
  readonly heading: string;
  readonly currency: string;
  /** The total of the premium column, which is shown only where nothing is to be signed. */
  readonly premium?: Amount;
  /** With a box for each security to sign in. */
  readonly signed: boolean;
}

function securityLines(securities: readonly SecurityLine[], words: LinesWords): LinesSection {
  const premium = !words.signed && securities.some((line) => line.premium !== undefined);
  const written = showPercentColumn([
    ...securities.map((line) => line.written),
    total(securities.map((line) => line.written)),
  ]);
  const signed = showPercentColumn([
    ...securities.map((line) => line.signed),
    total(securities.map((line) => line.signed)),
  ]);
  const figures = (index: number, own?: Amount): string[] => [
    written[index] ?? '',
    signed[index] ?? '',
    ...(premium ? [own === undefined ? '' : showAmount(own, words.currency)] : []),
  ];
  return {
    kind: 'lines',
    heading: words.heading,
    signed: words.signed,
    figureColumns: ['Written line', 'Signed line', ...(premium ? [`Premium, ${words.currency}`] : [])],
    lines: securities.map((line, index) => ({
      name: line.name,
      ...detailOf(line, words.signed),
      ...(line.reference ? { reference: line.reference } : {}),
      figures: figures(index, line.premium),
    })),
    total: ['Total', ...figures(securities.length, words.premium)],
  };
}

/** Under the name of a security: where there is no box to sign in, its reference too. */
function detailOf(line: SecurityLine, signed: boolean): { detail?: string } {
  const reference = !signed && line.reference ? `Reference ${line.reference}` : '';
  const parts = [line.detail ?? '', reference, line.offFrom === undefined ? '' : offCover(line.offFrom)];
  const detail = parts.filter((part) => part !== '').join(' · ');
  return detail === '' ? {} : { detail };
}

/** What a column of percentages adds up to; none where it has none. */
function total(percents: readonly (Rate | undefined)[]): Rate | undefined {
  const entered = percents.filter((percent) => percent !== undefined);
  return entered.length === 0 ? undefined : sum(entered);
}
