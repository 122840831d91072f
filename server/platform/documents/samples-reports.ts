/** Reports for tests and for looking at: long names, amounts below nothing, several currencies, no row, one row, many pages. */
import type { LabelledText, PageModel, ReportSection } from './page-model.ts';
import { reportModel } from './kinds/report.ts';
import { document } from './samples.ts';

type Rows = Omit<ReportSection, 'kind'>;

const { firm, branchName, day } = document('');
const branch: LabelledText = { label: 'Branch', value: branchName };
const ALL: LabelledText = { label: 'Branches', value: 'Kampala, London, Nairobi' };

const text = (label: string) => ({ label, kind: 'text' as const });
const amount = (label: string) => ({ label, kind: 'amount' as const });
const dayColumn = (label: string) => ({ label, kind: 'day' as const });

const AGES = ['Not due', '1–30', '31–60', '61–90', '91–180', '181–365', 'Over 365'];
const ageing: Rows = {
  columns: [
    text('Reinsured'),
    text('Currency'),
    ...AGES.map(amount),
    amount('Unallocated cash'),
    amount('Total'),
    amount('Total (KES)'),
  ],
  rows: [
    [
      'Jubilee Allied Insurance Company Limited',
      'KES',
      '562,500.00',
      '–',
      '–',
      '–',
      '–',
      '–',
      '–',
      '–',
      '562,500.00',
      '562,500.00',
    ],
    [
      'Jubilee Allied Insurance Company Limited',
      'USD',
      '–',
      '12,480.25',
      '–',
      '–',
      '3,150.00',
      '–',
      '–',
      '−20,000.00',
      '−4,369.75',
      '−565,882.63',
    ],
    [
      'Société Africaine d’Assurances et de Réassurances du Bassin du Congo et des Grands Lacs S.A.',
      'JPY',
      '–',
      '–',
      '97,500,000',
      '–',
      '–',
      '–',
      '1,240,318',
      '–',
      '98,740,318',
      '84,916,673.48',
    ],
    ['شركة الخليج للتأمين', 'KWD', '–', '–', '–', '9,750.125', '–', '–', '–', '–', '9,750.125', '4,095,052.50'],
  ],
  totals: [
    ['Total JPY', '', '–', '–', '97,500,000', '–', '–', '–', '1,240,318', '–', '98,740,318', ''],
    ['Total KES', '', '562,500.00', '–', '–', '–', '–', '–', '–', '–', '562,500.00', ''],
    ['Total KWD', '', '–', '–', '–', '9,750.125', '–', '–', '–', '–', '9,750.125', ''],
    ['Total USD', '', '–', '12,480.25', '–', '–', '3,150.00', '–', '–', '−20,000.00', '−4,369.75', ''],
    ['All in KES', '', '', '', '', '', '', '', '', '', '', '89,008,343.35'],
  ],
};

const NOTES = [
  text('Note'),
  text('Policy'),
  text('Party'),
  dayColumn('Due'),
  text('Currency'),
  amount('Amount'),
  amount('Outstanding'),
];
const note = (place: number) => [
  `DN/NBO/2026/${String(place).padStart(6, '0')}`,
  `NBO/FIR/2026/${String(10_000 + place)}`,
  place % 7 === 0
    ? 'The Associated Mutual Insurance and Reinsurance Company of East Africa Limited'
    : 'Jubilee Allied Insurance',
  `${(place % 28) + 1} Mar 2026`,
  'KES',
  `${place},562,500.00`,
  place % 5 === 0 ? `−${place},250.00` : `${place},062,500.00`,
];

/** Open notes, so many of them. */
export const openNotes = (count: number): PageModel =>
  reportModel({
    firm,
    branchName,
    day,
    title: 'Due to us',
    period: 'As at 21 Nov 2026',
    facts: [branch],
    rows: {
      columns: NOTES,
      rows: Array.from({ length: count }, (_, place) => note(place + 1)),
      totals: count === 0 ? [] : [['Total KES', '', '', '', '', '1,234,567,890.00', '987,654,321.00']],
    },
  });

const below = <T extends object>(column: T) => ({ ...column, below: true as const });
const CLAIMS = [
  text('Claim'),
  below(text('Policy')),
  text('Reinsured'),
  below(text('Insured')),
  text('Class'),
  below(text('Stage')),
  dayColumn('Date of loss'),
  text('Event'),
  below(text('Country')),
  text('Currency'),
  ...['Incurred', 'Called', 'Collected'].flatMap((label) => [amount(label), below(amount(`${label} in the period`))]),
  amount('Outstanding'),
];
const claim = (place: number) => [
  `NBO/CL/2026/${String(place).padStart(6, '0')}`,
  `NBO/FAC/2026/${String(10_000 + place).padStart(6, '0')}`,
  'The Associated Mutual Insurance and Reinsurance Company of East Africa Limited',
  'Kisumu Sugar Millers and Estates (2019) Limited',
  'Fire and allied perils',
  'Called',
  `${(place % 28) + 1} Mar 2026`,
  '',
  'Kenya',
  'KES',
  `${place},131,250,000.00`,
  `${place},250,000.00`,
  `${place},031,250,000.00`,
  '31,250,000.00',
  `${place},021,250,000.00`,
  '–',
  '100,000,000.00',
];

/** Claims, so many of them: too wide for a line to a row. */
export const claimsOf = (count: number): PageModel =>
  reportModel({
    firm,
    branchName,
    day,
    title: 'Register of claims',
    period: '1 Jan 2026 to 21 Nov 2026',
    facts: [branch],
    rows: {
      columns: CLAIMS,
      rows: Array.from({ length: count }, (_, place) => claim(place + 1)),
      totals: [
        ['Total KES', ...Array<string>(9).fill(''), '1,234,567,890.00', '–', '987,654,321.00', '–', '–', '–', '–'],
      ],
    },
  });

const FIGURES = ['At banks', 'Owed to us', 'Owed by us', 'Net', 'Other branches', 'As booked', 'At the rate'];
const figures = (of: number) => [`${of},131,250,000.00`, `${of},020,000,000.00`, '111,250,000.00'];

/** Positions in so many currencies, each figure above what it was on another day, and the difference: three lines to a row. */
export const positionsOf = (count: number): PageModel =>
  reportModel({
    firm,
    branchName,
    day,
    title: 'Positions per currency',
    period: 'As at 21 Nov 2026',
    facts: [{ label: 'Beside', value: '31 Oct 2026' }, branch],
    rows: {
      columns: [
        text('Currency'),
        ...FIGURES.flatMap((label) => [
          amount(label),
          below(amount(`${label} at the other day`)),
          below(amount(`${label}, difference`)),
        ]),
      ],
      rows: Array.from({ length: count }, (_, place) => [
        `C${String(place + 1).padStart(2, '0')}`,
        ...FIGURES.flatMap((_label, figure) => figures(figure + 1)),
      ]),
      totals: [['Total KES', ...Array<string>(15).fill(''), ...figures(8), ...figures(9)]],
    },
  });

/** A report of each shape from fixed inputs. */
export const everyReport: Readonly<Record<string, PageModel>> = {
  'report-ageing': reportModel({
    firm,
    branchName,
    day,
    title: 'Receivables ageing',
    period: 'As at 21 Nov 2026',
    facts: [ALL],
    rows: ageing,
  }),
  'report-nothing': openNotes(0),
  'report-one-row': openNotes(1),
  'report-pages': openNotes(120),
  'report-two-lines': claimsOf(3),
  'report-three-lines': positionsOf(3),
};
