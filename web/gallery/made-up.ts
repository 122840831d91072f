/** Made-up data for the gallery. */
import type { Found } from '../ui/fields/use-search.ts';

export type Policy = {
  id: number;
  number: string;
  reinsured: string;
  insured: string;
  class: string;
  status: keyof typeof STATUS;
  currency: string;
  sumInsured: string;
  premium: string;
  fac: string;
  start: string;
};

export const STATUS = {
  DRAFT: { label: 'Draft', tone: 'neutral' },
  PENDING: { label: 'Pending', tone: 'warn' },
  APPROVED: { label: 'Approved', tone: 'good' },
  REJECTED: { label: 'Rejected', tone: 'bad' },
  DISABLED: { label: 'Disabled', tone: 'neutral' },
} as const;

const REINSUREDS = [
  'Jubilee General',
  'ICEA Lion',
  'Britam General',
  'CIC Insurance',
  'Heritage Assurance',
  'شركة التأمين الوطنية',
];
const INSUREDS = [
  'Savannah Cement Ltd',
  'Zanzibar Ferries',
  'Tembo Airlines',
  'Lakeside Breweries',
  'The Consolidated East African Railways and Harbours Corporation (in receivership)',
  'Rift Valley Sugar',
];
const CLASSES = ['Fire and perils', 'Marine cargo', 'Engineering CAR', 'Political violence', 'Aviation hull'];
const CURRENCIES = ['KES', 'USD', 'EUR', 'JPY'];
const pick = <T>(from: readonly T[], index: number) => from[index % from.length] as T;

export const POLICIES: readonly Policy[] = Array.from({ length: 137 }, (_, index) => ({
  id: index + 1,
  number: `NBO/FAC/2026/${String(137 - index).padStart(6, '0')}`,
  reinsured: pick(REINSUREDS, index * 7),
  insured: pick(INSUREDS, index * 5),
  class: pick(CLASSES, index * 3),
  status: pick(
    ['APPROVED', 'PENDING', 'APPROVED', 'DRAFT', 'APPROVED', 'REJECTED', 'APPROVED', 'DISABLED'] as const,
    index,
  ),
  currency: pick(CURRENCIES, index),
  sumInsured: index % 4 === 3 ? String(40_000_000 + index * 12_500) : `${500_000_000 - index * 1_250_000}.00`,
  premium:
    index % 4 === 3 ? String(240_000 + index * 125) : `${1_250_000 - index * 3125}.${index % 3 === 0 ? '50' : '00'}`,
  fac: pick(['60', '33.333333', '100', '12.5'], index),
  start: `2026-${String((index % 12) + 1).padStart(2, '0')}-01`,
}));

const PARTIES: readonly Found[] = [
  { id: '1', label: 'Munich Re', detail: 'Munich, Germany · non-resident' },
  { id: '2', label: 'Africa Re', detail: 'Lagos, Nigeria · resident' },
  { id: '3', label: 'Swiss Re', detail: 'Zürich, Switzerland · non-resident' },
  { id: '4', label: 'Hannover Rück', detail: 'Hannover, Germany · non-resident' },
  { id: '5', label: 'Kenya Re', detail: 'Nairobi, Kenya · resident' },
  { id: '6', label: 'ZEP-RE', detail: 'Nairobi, Kenya · resident' },
];

export async function searchParties(text: string): Promise<Found[]> {
  await new Promise((done) => {
    setTimeout(done, 120);
  });
  return PARTIES.filter((party) => party.label.toLowerCase().includes(text.toLowerCase()));
}
