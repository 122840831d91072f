import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { addDays, dayIn, type Day } from '../domain/values/day.ts';
import { type } from './fields.ts';

/** §2's example endorsed with 146 of its 365 days left: what each type comes to, worked out by hand. */
export const TODAY: Day = dayIn('Africa/Nairobi', new Date());
const LAST_DAY = addDays(TODAY, 145);

const [ACACIA, BAOBAB, CARDINAL] = ['Acacia Reinsurance', 'Baobab Reinsurance', 'Cardinal Reinsurance'];
export const REINSURED = 'Savannah Insurance Company';
/** The notes of an endorsement as its page lists them: series, party, amount. */
export type Notes = [kind: 'DN' | 'CN', party: string, amount: string][];
/** Added: the reinsured is debited, each security credited. Given back: the mirror. */
export const added = (debit: string, nets: readonly string[], parties = [ACACIA, BAOBAB, CARDINAL]): Notes => [
  ['DN', REINSURED, debit],
  ...nets.map((net, index): Notes[number] => ['CN', parties[index] ?? '', net]),
];
export const returned = (credit: string, nets: readonly string[], parties?: string[]): Notes =>
  added(credit, nets, parties).map(([kind, party, amount]) => [kind === 'DN' ? 'CN' : 'DN', party, amount]);

export type Journey = {
  label: string;
  fill: (page: Page) => Promise<void>;
  /** What is shown side by side before anything is saved: the way it is worked out, and its premium. */
  ways: [way: string, premium: string][];
  notes: Notes;
  /** The policy afterwards, as its call gives it. */
  after: Record<string, unknown>;
};

export const LOCAL_JOURNEYS: Journey[] = [
  {
    label: 'Additional premium',
    fill: (page) => type(page, 'New sum insured', '600m'),
    ways: [
      ['Pro rata', '100,000.00'],
      ['Flat', '250,000.00'],
    ],
    notes: added('45,000.00', ['17,500.00', '14,000.00', '9,750.00']),
    after: { sum_insured: '600000000.00', premium: '1350000.00', debit_note: '607500.00', endorsements: 1 },
  },
  {
    label: 'Return premium',
    fill: (page) => type(page, 'New sum insured', '400m'),
    ways: [
      ['Pro rata', '−100,000.00'],
      ['Short rate', '−90,000.00'],
      ['Flat', '−250,000.00'],
    ],
    notes: returned('45,000.00', ['17,500.00', '14,000.00', '9,750.00']),
    after: { sum_insured: '400000000.00', premium: '1150000.00', debit_note: '517500.00' },
  },
  {
    label: 'Extension',
    fill: (page) => type(page, 'New end date', addDays(LAST_DAY, 73)),
    ways: [['Pro rata', '250,000.00']],
    notes: added('112,500.00', ['43,750.00', '35,000.00', '24,375.00']),
    after: { insurance_end_date: addDays(LAST_DAY, 73), premium: '1500000.00', debit_note: '675000.00' },
  },
  {
    label: 'No premium',
    fill: async () => {},
    ways: [],
    notes: [],
    after: { premium: '1250000.00', debit_note: '562500.00', endorsements: 1 },
  },
  {
    label: 'Change of securities',
    fill: async (page) => {
      await type(page, 'Signed %, row 1', '30');
      await type(page, 'Signed %, row 2', '15');
    },
    ways: [],
    notes: [
      ['CN', ACACIA ?? '', '17,500.00'],
      ['DN', BAOBAB ?? '', '17,500.00'],
    ],
    after: { premium: '1250000.00', debit_note: '562500.00' },
  },
  {
    label: 'Cancellation pro rata',
    fill: async () => {},
    ways: [
      ['Pro rata', '−500,000.00'],
      ['Short rate', '−450,000.00'],
      ['Flat', '−1,250,000.00'],
    ],
    notes: returned('225,000.00', ['87,500.00', '70,000.00', '48,750.00']),
    after: { premium: '750000.00', debit_note: '337500.00', cancelled_from: TODAY },
  },
  {
    label: 'Cancellation at short rate',
    fill: async () => {},
    ways: [['Short rate', '−450,000.00']],
    notes: returned('202,500.00', ['78,750.00', '63,000.00', '43,875.00']),
    after: { premium: '800000.00', debit_note: '360000.00', cancelled_from: TODAY },
  },
  {
    label: 'Cancellation from the first day',
    fill: async (page) => {
      expect(await page.getByRole('textbox', { name: 'Effective date' }).isDisabled()).toBe(true);
    },
    ways: [['Flat', '−1,250,000.00']],
    notes: returned('562,500.00', ['218,750.00', '175,000.00', '121,875.00']),
    after: { premium: '0.00', debit_note: '0.00', netpayable: '0.00' },
  },
];
