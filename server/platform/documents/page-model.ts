import type { ColumnKind } from '../../../domain/tables/columns.ts';

/**
 * A page model is a finished document in plain words: every figure, date and name is the string that is printed
 * on the paper. Functions in `kinds/` build one; the renderer lays it out without any rule of insurance.
 */

type TemplateName =
  | 'debit-note'
  | 'credit-note'
  | 'reinsurance-slip'
  | 'cover-note'
  | 'receipt'
  | 'payment-voucher'
  | 'statement'
  | 'reminder'
  | 'remittance-advice'
  | 'uncollectable-advice'
  | 'claim-invoice'
  | 'loss-advice'
  | 'claim-statement'
  | 'salvage-note'
  | 'invoice'
  | 'endorsement-slip'
  | 'london-slip'
  | 'london-reinsurance-slip'
  | 'letterhead'
  | 'report';

export type Watermark = 'FOR OFFER' | 'VOID' | 'COPY' | 'SAMPLE' | 'NOT ISSUED';

export interface Firm {
  readonly name: string;
  readonly addressLines: readonly string[];
  readonly phone?: string;
  readonly email?: string;
  readonly website?: string;
  /** Licence, registration and tax numbers, in one line; shown in the footer. */
  readonly registration?: string;
  /** An SVG without text, scripts or links; without it the name is set as a wordmark. */
  readonly logoSvg?: string;
}

export interface Verification {
  readonly code: string;
  readonly url: string;
}

export interface PartyBlock {
  /** "To", "Received from". */
  readonly label: string;
  readonly name: string;
  readonly lines: readonly string[];
}

export interface LabelledText {
  readonly label: string;
  readonly value: string;
}

export interface PageHead {
  readonly title: string;
  readonly number: string;
  /** The date as shown. */
  readonly date: string;
  /** The same day as `YYYY-MM-DD`: the date inside the PDF, so that the same model gives the same bytes. */
  readonly at: string;
  readonly firm: Firm;
  readonly branchName: string;
  /** A report is no document and has none. */
  readonly verification?: Verification;
  readonly watermark?: Watermark;
  readonly landscape?: boolean;
  /** The one figure the reader looks for: "KES 562,500.00", with its qualifier ("due 31 March 2026") apart. */
  readonly headline?: { readonly figure: string; readonly note?: string };
  readonly parties: readonly PartyBlock[];
  /** Number, date and the few other facts next to the party. */
  readonly facts: readonly LabelledText[];
}

interface FieldsSection {
  readonly kind: 'fields';
  readonly heading?: string;
  /** Two pairs to a line; a wide one has the line to itself. */
  readonly rows: readonly (LabelledText & { readonly wide?: boolean })[];
}

export interface MoneyLine {
  readonly label: string;
  /** How the amount came about: "25%", "5% of gross share premium". */
  readonly basis?: string;
  readonly amount: string;
}

interface MoneySection {
  readonly kind: 'money';
  readonly heading?: string;
  readonly currency: string;
  readonly lines: readonly MoneyLine[];
  readonly total: { readonly label: string; readonly amount: string };
  readonly words?: string;
}

export interface Column {
  readonly label: string;
  readonly align?: 'left' | 'right';
  /** `grow` takes what is left; other columns are as wide as their text. A long table goes by `mm`, unmeasured. */
  readonly mm?: number;
  readonly grow?: boolean;
}

export interface TableSection {
  readonly kind: 'table';
  readonly heading?: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
  /** One cell per column; empty strings where there is no total. */
  readonly total?: readonly string[];
  /** Said in place of the table when there are no rows. */
  readonly empty?: string;
}

export interface TextSection {
  readonly kind: 'text';
  readonly heading?: string;
  readonly paragraphs: readonly string[];
}

export interface Clause {
  readonly title: string;
  readonly reference?: string;
  /** The wording in full; a clause without it is named by its title alone. */
  readonly text?: string;
}

interface ClausesSection {
  readonly kind: 'clauses';
  readonly heading?: string;
  readonly clauses: readonly Clause[];
}

/** Numbered headings in the margin with their text next to them: the body of a slip. */
export interface HeadingsSection {
  readonly kind: 'headings';
  /** A slip in several sections: this one's name and its number, with which its headings are numbered (“2.1”). */
  readonly heading?: string;
  readonly number?: string;
  readonly rows: readonly {
    readonly label: string;
    readonly paragraphs?: readonly string[];
    readonly pairs?: readonly LabelledText[];
    readonly clauses?: readonly Clause[];
  }[];
}

/** The securities with their lines, each with a box to sign in where the paper is signed. */
export interface LinesSection {
  readonly kind: 'lines';
  readonly heading?: string;
  readonly figureColumns: readonly string[];
  readonly lines: readonly {
    readonly name: string;
    readonly detail?: string;
    readonly figures: readonly string[];
    readonly reference?: string;
    /** The stamp that the line was written with, and when. */
    readonly stamp?: string;
  }[];
  readonly total: readonly string[];
  readonly signed: boolean;
}

interface SignaturesSection {
  readonly kind: 'signatures';
  readonly heading?: string;
  readonly people: readonly { readonly label: string; readonly name?: string; readonly date?: string }[];
}

/** A row of small figures: the ageing under a statement. */
interface StripSection {
  readonly kind: 'strip';
  readonly heading?: string;
  readonly cells: readonly LabelledText[];
}

/** The rows of a report on pages of fixed rows; the orientation of the paper and the widths follow from what they hold. */
export interface ReportSection {
  readonly kind: 'report';
  /**
   * Amounts and percentages are on the right, and a text that says so: a count. Where a row would be too wide, one stands
   * below the one before it.
   */
  readonly columns: readonly {
    readonly label: string;
    readonly kind: ColumnKind;
    readonly right?: true;
    readonly below?: true;
  }[];
  readonly rows: readonly (readonly string[])[];
  readonly totals: readonly (readonly string[])[];
}

export type Section =
  | FieldsSection
  | MoneySection
  | TableSection
  | TextSection
  | ClausesSection
  | HeadingsSection
  | LinesSection
  | SignaturesSection
  | StripSection
  | ReportSection;

interface PageOf<T extends TemplateName> extends PageHead {
  readonly template: T;
  readonly sections: readonly Section[];
}

export type PageModel = { [T in TemplateName]: PageOf<T> }[TemplateName];

/** A table longer than this is laid out in pages of fixed rows and without tags, which is four times as fast. */
export const LONG_TABLE_ROWS = 200;

/** A report longer than this takes more than a quarter of a second. */
export const LONG_REPORT_ROWS = 400;

export const isReport = (section: Section): section is ReportSection => section.kind === 'report';

export const isLongTable = (section: Section): section is TableSection =>
  section.kind === 'table' && section.rows.length > LONG_TABLE_ROWS;
