import type { SectionPart } from '../../../../domain/slips/section-split.ts';
import { showAmountOrDash, showMoney } from '../figures.ts';
import type { Column, TableSection } from '../page-model.ts';
import type { Amount } from './common.ts';

export type { SectionPart };

/** What the table calls a note's premium and what is left of it; the reinsured's has no brokerage. */
interface SplitWords {
  readonly currency: string;
  readonly premium: string;
  readonly net: string;
  /** Of a note that gives back: its amounts are said as they are returned. */
  readonly back: boolean;
}

type Figure = { label: string; of: (part: SectionPart) => Amount; always?: boolean };

/** A note's figures by the sections of its slip; nothing where there are none. The columns add up to the note's account. */
export function bySectionTable(parts: readonly SectionPart[] = [], words: SplitWords): TableSection[] {
  if (parts.length === 0) return [];
  const figures: Figure[] = [
    { label: words.premium, of: (part) => part.sharePremium, always: true },
    { label: 'Commission', of: (part) => -part.commission },
    { label: 'Brokerage', of: (part) => -part.brokerage },
    { label: 'Taxes', of: (part) => part.taxes },
    { label: words.net, of: (part) => part.net, always: true },
  ];
  const shown = figures.filter(({ of, always }) => always === true || parts.some((part) => of(part) !== 0n));
  const way = words.back ? -1n : 1n;
  const show = (amount: Amount) => showAmountOrDash(way * amount, words.currency);
  const total = (of: Figure['of']) => parts.reduce((sum, part) => sum + of(part), 0n);
  return [
    {
      kind: 'table',
      heading: 'By section',
      columns: [
        { label: `Section, ${words.currency}`, grow: true },
        ...shown.map(({ label }): Column => ({ label, align: 'right' })),
      ],
      rows: parts.map((part, index) => [`${index + 1}. ${part.name}`, ...shown.map(({ of }) => show(of(part)))]),
      total: ['Total', ...shown.map(({ of }) => show(total(of)))],
    },
  ];
}

/** A section of a slip with its figures of 100 %; null where one is not entered. */
export interface SlipSectionFigures {
  readonly name: string;
  readonly sumInsured: Amount | null;
  readonly limit: string;
  readonly premium: Amount | null;
}

/** The sections of a slip on the paper of one security: what each insures, and at which premium of 100 %. */
export function sectionsTable(sections: readonly SlipSectionFigures[], currency: string): TableSection[] {
  if (sections.length === 0) return [];
  const money = (amount: Amount | null) => (amount === null ? '' : showMoney(currency, amount));
  const limited = sections.some(({ limit }) => limit !== '');
  return [
    {
      kind: 'table',
      heading: 'Sections',
      columns: [
        { label: 'Section', grow: true },
        { label: 'Sum insured', align: 'right' },
        ...(limited ? [{ label: 'Limit', grow: true }] : []),
        { label: 'Premium 100%', align: 'right' },
      ],
      rows: sections.map(({ name, sumInsured, limit, premium }, index) => [
        `${index + 1}. ${name}`,
        money(sumInsured),
        ...(limited ? [limit] : []),
        money(premium),
      ]),
    },
  ];
}
