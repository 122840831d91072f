/** What a checker would say of the sections of a contract of several. §7. */
import { RISK_TERMS, SECTION_FIGURES } from '../placements/fields.ts';
import { showMoney, sum } from '../values/money.ts';
import { limitOf, ofEach, type Section } from './sections.ts';
import type { Slip, SlipFacts } from './slip.ts';
import { advise, openFindings, refuse, stop, termAt, termFindings, termsIn, type SlipFinding } from './terms.ts';
import { amountsOf } from './words.ts';

const heading = 'SECTIONS';

/** A heading of a section, its own or, where it has none, that of the risk details; an amount says its limit too. */
function sectionTerms(slip: Slip, section: Section, at: string): SlipFinding[] {
  const { risk } = slip;
  const { interest, limit, excess, situation, conditions } = RISK_TERMS;
  const needed = termsIn(
    { heading, place: at },
    { interest, excess, situation },
    {
      interest: section.interest || risk.interest,
      excess: section.excess || risk.excess,
      situation: section.situation || risk.situation,
    },
  );
  const own = limitOf(section) === null ? section.limit || risk.limit : section.limit;
  const limits = termAt(heading, `${at}.limit`, { term: limit, value: own });
  return [
    ...termFindings({ heading, field: `${at}.name`, name: 'Section', value: section.name }),
    ...needed.flatMap(termFindings),
    ...(limitOf(section) === null ? termFindings(limits) : openFindings(limits)),
    ...openFindings(termAt(heading, `${at}.conditions`, { term: conditions, value: section.conditions })),
  ];
}

type Whole = { name: 'premium' | 'sum_insured'; of: (section: Section) => bigint | null; total: bigint };

/** A figure of the slip by its sections: of all of them or of none, and adding up. */
function addingUp(sections: readonly Section[], { name, of, total }: Whole, currency: string): SlipFinding[] {
  const label = SECTION_FIGURES[name].label.toLowerCase();
  const show = (amount: bigint) => showMoney({ amount, currency });
  const each = ofEach(sections, of);
  if (each === null) {
    if (sections.every((one) => of(one) === null)) return [];
    return sections.flatMap((one, index) =>
      of(one) === null
        ? [refuse(heading, `sections.${index}.${name}`, `Enter the ${label} of this section as of the others.`)]
        : [],
    );
  }
  const added = sum(each);
  if (added === total) return [];
  const message =
    name === 'premium'
      ? `Sections total ${show(added)} but the premium is ${show(total)}.`
      : `Sections are insured for ${show(added)} together but the sum insured is ${show(total)}.`;
  return [refuse(heading, 'sections', message)];
}

/** A limit in words that names another amount than the section has: it could be read either way. */
function limitAgainst(section: Section, at: string, currency: string): SlipFinding[] {
  const limit = limitOf(section);
  const stated = amountsOf(section.limit ?? '', currency);
  const [first] = stated;
  if (limit === null || first === undefined || stated.includes(limit)) return [];
  const show = (amount: bigint) => showMoney({ amount, currency });
  const message = `The limit names ${show(first)} but this section has ${show(limit)}: name that, or change it.`;
  return [stop(heading, `${at}.limit`, message)];
}

/** What is missing of the sections, is there twice, or does not add up to the slip. */
export function sectionFindings(slip: Slip, { currency, premium, sumInsured }: SlipFacts): SlipFinding[] {
  const sections = slip.sections ?? [];
  if (sections.length === 0) return [];
  const names = sections.map((section) => section.name.toLowerCase());
  return [
    ...(sections.length === 1
      ? [advise(heading, 'sections', 'One section alone: write its terms under the risk details.')]
      : []),
    ...sections.flatMap((section, index) => [
      ...sectionTerms(slip, section, `sections.${index}`),
      ...limitAgainst(section, `sections.${index}`, currency),
    ]),
    ...names.flatMap((name, index) =>
      names.indexOf(name) === index
        ? []
        : [refuse(heading, `sections.${index}.name`, 'This section is there already.')],
    ),
    ...addingUp(sections, { name: 'sum_insured', of: (one) => one.sumInsured, total: sumInsured }, currency),
    ...addingUp(sections, { name: 'premium', of: (one) => one.premium, total: premium }, currency),
  ];
}
