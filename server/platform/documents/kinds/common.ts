import type { Day } from '../../../../domain/values/day.ts';
import { makes, type PremiumBase } from '../../../../domain/endorsements/premium-base.ts';
import type { Cancelled } from '../../../../domain/placements/paper-lines.ts';
import type { Rate } from '../../../../domain/values/rate.ts';
import { showAmount, showDay, showPercent, showPeriod } from '../figures.ts';
import type { Firm, LabelledText, PageHead, PartyBlock, TextSection, Verification, Watermark } from '../page-model.ts';

/** Minor units of the paper's currency. */
export type Amount = bigint;
export type { Cancelled, Day, PremiumBase, Rate };

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
  /** The section of a slip that it moves. */
  readonly section?: string;
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
  /** Absent: the percentage; else charged once on the policy, or what the percentage lacks of its minimum. */
  readonly charge?: 'FLAT' | 'MINIMUM';
  /** "gross share premium", "brokerage". */
  readonly basis?: string;
  readonly amount: Amount;
  /** Whose lines it is on, by name; absent where the paper is of one line or of all. */
  readonly securities?: readonly string[];
  /** Payable by the reinsured, and no deduction of a security. */
  readonly ofReinsured?: boolean;
}

/** The notes that a return was set against when it was approved, and what of it is left to pay; sizes. */
export interface SetAgainst {
  readonly notes: readonly {
    readonly number: string;
    readonly amount: Amount;
    /** Of a note that is paid in several. */
    readonly instalments?: readonly { readonly dueDay: Day; readonly amount: Amount }[];
  }[];
  readonly left: Amount;
}

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

/** What an endorsement is, on the paper that has its number at its head. */
export const endorsementTerms = (endorsement: EndorsementInput) =>
  present([
    { label: 'Type', value: endorsement.type },
    { label: 'Effective date', value: showDay(endorsement.effectiveDay) },
    { label: 'Section', value: endorsement.section },
    { label: 'Description', value: endorsement.description, wide: true },
  ]);

/** The endorsement that a note is for. */
export const endorsementFields = (endorsement: EndorsementInput | undefined) =>
  endorsement ? [{ label: 'Endorsement', value: endorsement.number }, ...endorsementTerms(endorsement)] : [];

/** Long values get a line of their own, apart from the short pairs. */
export const wideIfLong = (row: LabelledText): LabelledText & { wide?: boolean } =>
  row.value.length > 64 ? { ...row, wide: true } : row;

/** How a premium came about: "15% of 1,250,000.00", "5% of 500,000.00 unearned"; nothing where no one base makes it. */
export function premiumBasis(base: PremiumBase | null, currency: string): { basis?: string } {
  if (base === null) return {};
  const of = `${showPercent(base.share)} of ${showAmount(base.premium, currency)}`;
  return { basis: base.unearned ? `${of} unearned` : of };
}

/** A percentage beside the amount that it makes of another; left out where layers at several rates made the amount. */
export const percentBasis = (percent: Rate, of: Amount, amount: Amount): { basis?: string } =>
  makes(percent, of, { amount }) ? { basis: showPercent(percent) } : {};

interface Cover {
  readonly startDay: Day;
  readonly endDay: Day;
  readonly cancelled?: Cancelled | null;
}

/** The period that is covered; of a cancelled placement up to its last day. */
export function showCover({ startDay, endDay, cancelled }: Cover): string {
  if (!cancelled) return showPeriod(startDay, endDay);
  const from = `cancelled from ${showDay(cancelled.from)}`;
  return cancelled.lastDay === null
    ? `None: ${from}, the first day of the period`
    : `${showPeriod(startDay, cancelled.lastDay)}; ${from}`;
}

/** Of a note that cancels, beside its period: from which day there is no cover. */
export const cancelledFrom = (cancelled: Cancelled | null | undefined) => ({
  label: 'Cancelled from',
  value: cancelled ? showDay(cancelled.from) : undefined,
});

/** That a placement is cancelled, and until when it covered. */
export function cancelledWords({ from, lastDay }: Cancelled): string {
  const end =
    lastDay === null
      ? 'that is its first day, so that no day is covered'
      : `the last day of cover is ${showDay(lastDay)}, and losses up to that day are not affected`;
  return `This placement is cancelled from ${showDay(from)}: ${end}.`;
}

/** What a cover note says before its terms, and after its securities. */
export const coverBeginning = (cancelled: Cancelled | null | undefined): TextSection => ({
  kind: 'text',
  paragraphs: [
    cancelled
      ? `${cancelledWords(cancelled)} The terms and securities below are those on which it was placed.`
      : 'We confirm that, on your instructions, we have placed the following reinsurance with the securities listed below.',
  ],
});
export const COVER_ENDING: TextSection = {
  kind: 'text',
  paragraphs: [
    'Each security is liable for its own share and not for that of any other. Please examine this cover note and tell us at once if it does not meet your instructions.',
  ],
};

/** "Off cover from 8 August 2027": a security that has left and keeps the premium of the days before. */
export const offCover = (from: Day): string => `Off cover from ${showDay(from)}`;
