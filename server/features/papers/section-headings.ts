import { enteredTerms, SECTION_FIGURES, SECTION_TERMS } from '../../../domain/placements/fields.ts';
import { ofEach, type Section } from '../../../domain/slips/sections.ts';
import { amountsOf } from '../../../domain/slips/words.ts';
import { sum } from '../../../domain/values/money.ts';
import { showMoney } from '../../platform/documents/figures.ts';
import type { SlipHeading } from '../../platform/documents/kinds/london-slip.ts';
import type { LabelledText } from '../../platform/documents/page-model.ts';

/** A heading of pairs; none where none of them says anything. */
export const paired = (label: string, pairs: readonly LabelledText[]): SlipHeading[] =>
  pairs.length === 0 ? [] : [{ label, pairs: pairs.filter((pair) => pair.value.trim() !== '') }];

/** The limit of a section in its words, with its amount where they do not name it. */
export function sectionLimit({ limit = '', limitAmount }: Section, currency: string): string {
  if (limitAmount === null || amountsOf(limit, currency).includes(limitAmount)) return limit;
  return [showMoney(currency, limitAmount), limit].filter(Boolean).join(' ');
}

/** A contract of several sections names each where one differs; what is left empty is as in the risk details. */
export function sectionHeadings({ bySection }: { bySection: readonly Section[] }, currency: string): SlipHeading[] {
  const money = (amount: bigint | null) => (amount === null ? '' : showMoney(currency, amount));
  const { sum_insured, premium } = SECTION_FIGURES;
  const headings = bySection.flatMap((section, index) =>
    paired(`Section ${index + 1}: ${section.name}`, [
      { label: sum_insured.label, value: money(section.sumInsured) },
      ...enteredTerms(SECTION_TERMS, { ...section, limit: sectionLimit(section, currency) }).map(
        ({ term, value = '' }) => ({ label: term.label, value }),
      ),
      { label: premium.label, value: money(section.premium) },
    ]),
  );
  return [...headings, ...sectionsTotal(bySection, money)];
}

/** What the sections come to together, where each has its figures: the same securities are on all of them. */
function sectionsTotal(sections: readonly Section[], money: (amount: bigint | null) => string): SlipHeading[] {
  const total = (of: (section: Section) => bigint | null) => {
    const each = ofEach(sections, of);
    return each === null ? '' : money(sum(each));
  };
  const pairs = [
    { label: SECTION_FIGURES.sum_insured.label, value: total((one) => one.sumInsured) },
    { label: SECTION_FIGURES.premium.label, value: total((one) => one.premium) },
  ].filter((pair) => pair.value !== '');
  return pairs.length === 0
    ? []
    : paired('All sections', [
        ...pairs,
        { label: 'Lines', value: 'The securities’ lines are the same on every section.' },
      ]);
}
