import type { Day } from '../../../../domain/values/day.ts';
import type { Rate } from '../../../../domain/values/rate.ts';
import { showDay } from '../figures.ts';
import type {
  Clause,
  Firm,
  LabelledText,
  PageHead,
  PartyBlock,
  TextSection,
  Verification,
  Watermark,
} from '../page-model.ts';

/** Minor units of the paper's currency. */
export type Amount = bigint;
export type { Day, Rate };

/** What every document has, whatever its kind. */
export interface DocumentInput {
  readonly number: string;
  readonly day: Day;
  readonly firm: Firm;
  readonly branchName: string;
  readonly verification: Verification;
  readonly watermark?: Watermark;
  /** The day of the document that this one replaces. */
  readonly replaces?: Day;
}

export interface PartyInput {
  readonly name: string;
  /** An address of one string is broken where it has line feeds. */
  readonly addressLines: readonly string[];
  readonly attention?: string;
  readonly registration?: string;
}

/** The endorsement that a document is for; absent for the original placement. */
export interface EndorsementInput {
  readonly number: string;
  readonly type: string;
  readonly effectiveDay: Day;
  readonly description?: string;
}

export interface BankInput {
  readonly accountName: string;
  readonly bankName: string;
  readonly branch?: string;
  readonly accountNumber: string;
  readonly currency: string;
  readonly swift?: string;
  readonly iban?: string;
}

export interface TaxLine {
  readonly name: string;
  readonly percent: Rate;
  /** "gross share premium", "brokerage". */
  readonly basis?: string;
  readonly amount: Amount;
}

export type { Clause, Firm, Verification, Watermark };

export const partyBlock = (label: string, party: PartyInput): PartyBlock => ({
  label,
  name: party.name,
  lines: [
    ...party.addressLines,
    ...(party.attention ? [`Attention: ${party.attention}`] : []),
    ...(party.registration ? [party.registration] : []),
  ],
});

interface HeadParts {
  readonly title: string;
  readonly parties: readonly PartyBlock[];
  readonly facts: readonly (LabelledText | undefined)[];
  readonly headline?: PageHead['headline'];
  readonly landscape?: boolean;
}

/** The head that all documents share; number and date come first among the facts, the branch last. */
export function pageHead(input: DocumentInput, parts: HeadParts): PageHead {
  const date = showDay(input.day);
  return {
    title: parts.title,
    number: input.number,
    date,
    at: input.day,
    firm: input.firm,
    branchName: input.branchName,
    verification: input.verification,
    parties: parts.parties,
    facts: [
      { label: 'Number', value: input.number },
      { label: 'Date', value: date },
      ...(input.replaces ? [{ label: 'Replaces', value: `that of ${showDay(input.replaces)}` }] : []),
      ...parts.facts.filter((fact) => fact !== undefined),
      { label: 'Branch', value: input.branchName },
    ],
    ...(input.watermark ? { watermark: input.watermark } : {}),
    ...(parts.headline ? { headline: parts.headline } : {}),
    ...(parts.landscape ? { landscape: true } : {}),
  };
}

/** Rows whose value is absent or empty are left out: a label without a value is a question. */
export const present = <T extends { readonly value: string | undefined }>(
  rows: readonly T[],
): (T & { readonly value: string })[] =>
  rows.filter((row): row is T & { readonly value: string } => row.value !== undefined && row.value.trim() !== '');

export const bankFields = (bank: BankInput) =>
  present([
    { label: 'Account name', value: bank.accountName },
    { label: 'Account number', value: bank.accountNumber },
    { label: 'Bank', value: [bank.bankName, bank.branch].filter(Boolean).join(', ') },
    { label: 'Currency', value: bank.currency },
    { label: 'SWIFT', value: bank.swift },
    { label: 'IBAN', value: bank.iban },
  ]);

export const endorsementFields = (endorsement: EndorsementInput | undefined) =>
  endorsement
    ? present([
        { label: 'Endorsement', value: endorsement.number },
        { label: 'Type', value: endorsement.type },
        { label: 'Effective date', value: showDay(endorsement.effectiveDay) },
        { label: 'Description', value: endorsement.description, wide: true },
      ])
    : [];

/** Long values get a line of their own, apart from the short pairs. */
export const wideIfLong = (row: LabelledText): LabelledText & { wide?: boolean } =>
  row.value.length > 64 ? { ...row, wide: true } : row;

/** What a cover note says before its terms, and after its securities. */
export const COVER_BEGINNING: TextSection = {
  kind: 'text',
  paragraphs: [
    'We confirm that, on your instructions, we have placed the following reinsurance with the securities listed below.',
  ],
};
export const COVER_ENDING: TextSection = {
  kind: 'text',
  paragraphs: [
    'Each security is liable for its own share and not for that of any other. Please examine this cover note and tell us at once if it does not meet your instructions.',
  ],
};
