/** The bordereau of a London slip's risks: a row for each section, those of one slip under the same policy number. */
import { BORDEREAU_FIELDS } from './bordereau.ts';
import type { ImportField, ImportTarget } from './targets.ts';

const SECTION: ImportField = {
  key: 'section',
  label: 'Section',
  aliases: ['section name', 'section title', 'coverage section', 'coverage', 'section of cover', 'item'],
  example: 'Material damage',
  hint: 'One row each, under the same policy number.',
};
const LIMIT: ImportField = {
  key: 'limit_amount',
  label: 'Limit',
  aliases: ['limit amount', 'limit of liability', 'limit 100%', 'section limit'],
  example: '250,000,000.00',
  hint: 'Where it is less than the sum insured.',
};

const OF_SECTION = 'Of the section, where the row names one.';

/** What reads otherwise than in a bordereau of local policies. */
const OWN: Readonly<Record<string, Partial<ImportField>>> = {
  sum_insured: { example: '400,000,000.00', hint: OF_SECTION },
  premium: { example: '1,000,000.00', hint: OF_SECTION },
  rate: { hint: 'Percent, or ‰; of the section it names.' },
  security_1: { example: 'Syndicate 2003' },
};

function fieldOf(field: ImportField): ImportField[] {
  const own = { ...field, ...OWN[field.key], aliases: field.aliases.filter((one) => one !== 'limit') };
  if (field.key === 'currency') return [SECTION, own];
  return field.key === 'sum_insured' ? [own, LIMIT] : [own];
}

/** What a row says of its section alone; its other cells are the slip's, and are empty or the same in each of its rows. */
export const SECTION_COLUMNS = ['section', 'sum_insured', 'limit_amount', 'rate', 'premium'] as const;
/** Words that a section may have of its own, by their name in a section. */
export const SECTION_WORDS = { interest: 'interest', territory: 'situation', excess: 'excess' } as const;

/** London slips from a bordereau, as drafts of a branch. */
export const SLIPS_TARGET = {
  key: 'slips',
  title: 'London slips',
  nouns: ['draft', 'drafts'],
  create: 'policies.create',
  update: null,
  ofBranch: true,
  placements: 'LONDON',
  fields: BORDEREAU_FIELDS.flatMap(fieldOf),
  more: [
    {
      cedant_policy_number: 'FIR/2026/00417',
      section: 'Loss of revenue',
      sum_insured: '100,000,000.00',
      premium: '250,000.00',
    },
  ],
} as const satisfies ImportTarget;
