/** What can be imported: fields with their headings, as data for the screen, the matching and the template alike. */
import type { FieldError } from '../errors.ts';
import { nameKey } from '../names.ts';
import type { Permission } from '../permissions.ts';
import type { Market } from '../placements/figures.ts';
import { POLICIES_TARGET } from './bordereau.ts';
import { BUDGETS_TARGET } from './budgets-target.ts';
import { SLIPS_TARGET } from './slip-bordereau.ts';

export type ImportField = {
  /** As the form of the record calls it. */
  key: string;
  label: string;
  /** Other headings under which it comes; case, accents and spaces do not count. */
  aliases: readonly string[];
  required?: boolean;
  example: string;
  hint?: string;
};

export type ImportTarget = {
  key: string;
  title: string;
  nouns: readonly [one: string, many: string];
  /** What is needed to add, and to update what exists (null: what exists is only skipped). */
  create: Permission;
  update: Permission | null;
  /** A record belongs to the branch in which its file was sent; else to the firm. */
  ofBranch: boolean;
  /** Placements of this market: its files have values in common for all of their rows. */
  placements?: Market;
  fields: readonly ImportField[];
  /** Further rows of the template's example, by the keys of the fields. */
  more?: readonly Readonly<Record<string, string>>[];
};

const NAME_ALIASES = ['company', 'company name', 'full name', 'legal name', 'party', 'party name', 'title'];
const NAME: ImportField = { key: 'name', label: 'Name', aliases: NAME_ALIASES, required: true, example: '' };
const ADDRESS: ImportField = {
  key: 'address',
  label: 'Address',
  aliases: ['postal address', 'street address', 'registered address', 'head office', 'p.o. box'],
  example: 'P.O. Box 1, Nairobi',
};
const DETAILS: readonly ImportField[] = [
  { key: 'short_name', label: 'Short name', aliases: ['abbreviation', 'acronym', 'trading name'], example: '' },
  {
    key: 'country',
    label: 'Country',
    aliases: ['country code', 'domicile', 'jurisdiction'],
    example: 'Kenya',
    hint: 'Name or two-letter code.',
  },
  {
    key: 'resident',
    label: 'Resident',
    aliases: ['is resident', 'tax resident', 'local'],
    example: 'Yes',
    hint: 'Yes or no.',
  },
  { key: 'email', label: 'Email', aliases: ['e-mail', 'email address', 'mail'], example: 'office@example.com' },
  {
    key: 'registration_number',
    label: 'Registration number',
    aliases: ['registration', 'registration no', 'reg no', 'company number', 'incorporation number', 'cr number'],
    example: 'C.12345',
  },
  {
    key: 'tax_number',
    label: 'Tax number',
    aliases: ['tax no', 'tax id', 'tin', 'pin', 'kra pin', 'vat number', 'vat no'],
    example: 'P051234567X',
  },
];
const SECURITY_DETAILS: readonly ImportField[] = [
  { key: 'rating', label: 'Rating', aliases: ['financial strength', 'security rating', 'grade'], example: 'A-' },
  {
    key: 'rating_agency',
    label: 'Rating agency',
    aliases: ['agency', 'rated by', 'rating by'],
    example: 'AM Best',
  },
  {
    key: 'rated_on',
    label: 'Rated on',
    aliases: ['rating date', 'date of rating', 'rating day'],
    example: '2026-01-15',
    hint: 'A day: 2026-01-15.',
  },
  {
    key: 'market_number',
    label: 'Syndicate or company number',
    aliases: ['syndicate', 'syndicate number', 'syndicate no', 'market number', 'company no', 'naic', 'stamp'],
    example: '2003',
  },
  {
    key: 'line_limit',
    label: 'Largest line %',
    aliases: ['largest line', 'line limit', 'maximum line', 'max line', 'limit', 'approved line'],
    example: '25',
    hint: 'Percent of the whole.',
  },
];

type PartyWords = { key: string; title: string; nouns: readonly [string, string]; example: string; short: string };

function partyTarget({ key, title, nouns, example, short }: PartyWords, security: boolean): ImportTarget {
  const [one, many] = nouns;
  const own = [one, many, `${one} name`, ...(security ? ['reinsurer', 'reinsurers', 'market', 'carrier'] : [])];
  return {
    key,
    title,
    nouns,
    create: 'registers.create',
    update: 'registers.edit',
    ofBranch: false,
    fields: [
      { ...NAME, aliases: [...NAME_ALIASES, ...own], example },
      { ...ADDRESS, required: !security },
      ...DETAILS.map((field) => (field.key === 'short_name' ? { ...field, example: short } : field)),
      ...(security ? SECURITY_DETAILS : []),
    ],
  };
}

const REINSUREDS = partyTarget(
  {
    key: 'reinsureds',
    title: 'Reinsureds',
    nouns: ['reinsured', 'reinsureds'],
    example: 'Savannah Insurance Company Limited',
    short: 'Savannah',
  },
  false,
);

/** Every target by its key, which is also its address. */
export const IMPORT_TARGETS: readonly ImportTarget[] = [
  {
    ...REINSUREDS,
    fields: REINSUREDS.fields.map((field) =>
      field.key === 'name'
        ? {
            ...field,
            aliases: [...field.aliases, 'cedant', 'ceding company', 'insurer', 'insurance company', 'client'],
          }
        : field,
    ),
  },
  partyTarget(
    {
      key: 'insureds',
      title: 'Insureds',
      nouns: ['insured', 'insureds'],
      example: 'Kisumu Sugar Works Limited',
      short: 'Kisumu Sugar',
    },
    false,
  ),
  partyTarget(
    {
      key: 'securities',
      title: 'Securities',
      nouns: ['security', 'securities'],
      example: 'Acacia Reinsurance Limited',
      short: 'Acacia Re',
    },
    true,
  ),
  partyTarget(
    {
      key: 'london',
      title: 'London securities',
      nouns: ['London security', 'London securities'],
      example: 'Syndicate 2003',
      short: 'Synd 2003',
    },
    true,
  ),
  {
    key: 'classes',
    title: 'Classes and subclasses',
    nouns: ['class or subclass', 'classes and subclasses'],
    create: 'registers.create',
    update: null,
    ofBranch: false,
    fields: [
      {
        key: 'name1',
        label: 'Class',
        aliases: ['class of business', 'class name', 'main class', 'department'],
        required: true,
        example: 'Fire',
      },
      {
        key: 'name2',
        label: 'Subclass',
        aliases: ['sub class', 'sub-class', 'subclass name', 'product', 'cover type', 'type of cover'],
        example: 'Industrial fire',
        hint: 'Empty for the class itself.',
      },
      {
        key: 'commission',
        label: 'Commission %',
        aliases: ['commission', 'commission rate', 'ceding commission'],
        example: '25',
      },
      { key: 'brokerage', label: 'Brokerage %', aliases: ['brokerage', 'brokerage rate'], example: '5' },
    ],
  },
  {
    key: 'clauses',
    title: 'Clauses',
    nouns: ['clause', 'clauses'],
    create: 'registers.create',
    update: 'registers.edit',
    ofBranch: false,
    fields: [
      {
        key: 'code',
        label: 'Code',
        aliases: ['clause code', 'reference', 'ref', 'clause number', 'clause no'],
        required: true,
        example: 'NMA 1191',
      },
      {
        key: 'title',
        label: 'Title',
        aliases: ['clause title', 'name', 'clause name', 'clause'],
        required: true,
        example: 'Radioactive contamination exclusion clause',
      },
      {
        key: 'wording',
        label: 'Wording',
        aliases: ['text', 'clause wording', 'full text', 'content'],
        required: true,
        example: 'It is agreed that …',
      },
      {
        key: 'market',
        label: 'Market',
        aliases: ['markets'],
        example: 'Local',
        hint: 'Local, London, or empty for both.',
      },
      {
        key: 'class',
        label: 'Class',
        aliases: ['class of business', 'class name'],
        example: 'Fire',
        hint: 'The name of a class in the register.',
      },
    ],
  },
  BUDGETS_TARGET,
  POLICIES_TARGET,
  SLIPS_TARGET,
];

export function importTarget(key: string): ImportTarget | undefined {
  return IMPORT_TARGETS.find((target) => target.key === key);
}

/** Each field and the column, from 0, that it is read from; a field without one is not read. */
export type Matching = Readonly<Record<string, number>>;

/** Keys of everything that a target's headings may be called. */
export function knownHeadings(target: ImportTarget): string[] {
  return target.fields.flatMap((field) => [field.label, field.key, ...field.aliases].map(nameKey));
}

/**
 * Matches headings to a target's fields: by the label first, then by the other names it goes under. A column is used once,
 * a heading that says nothing stays unmatched.
 */
export function matchHeadings(target: ImportTarget, headings: readonly string[]): Matching {
  const keys = headings.map(nameKey);
  const used = new Set<number>();
  const matching: Record<string, number> = {};
  const take = (field: string, names: readonly string[]) => {
    if (field in matching) return;
    const column = keys.findIndex((key, index) => key !== '' && !used.has(index) && names.includes(key));
    if (column < 0) return;
    used.add(column);
    matching[field] = column;
  };
  for (const { key, label } of target.fields) take(key, [nameKey(label), nameKey(key)]);
  for (const { key, aliases } of target.fields) take(key, aliases.map(nameKey));
  return matching;
}

/** The required fields that no column was matched to. */
export function missingFields(target: ImportTarget, matching: Matching): ImportField[] {
  return target.fields.filter((field) => field.required === true && matching[field.key] === undefined);
}

/** What is wrong with a matching: a field that is none, a column that is not there or is used twice. */
export function matchingFaults(target: ImportTarget, columns: number, matching: Matching): FieldError[] {
  const known = new Set(target.fields.map((field) => field.key));
  const used = Object.values(matching);
  return Object.entries(matching).flatMap(([field, column]) => {
    if (!known.has(field)) return [{ field: `matching.${field}`, message: 'This field is not known here.' }];
    if (column >= columns) return [{ field: `matching.${field}`, message: 'Choose a column.' }];
    const twice = used.indexOf(column) !== used.lastIndexOf(column);
    return twice ? [{ field: `matching.${field}`, message: 'This column is matched twice.' }] : [];
  });
}
