/** What is behind the figures of the reports on money. */
import {
  ageingOverview,
  ageingSummary,
  ageingTable,
  agedTotals,
  agedNotesTable,
  agedNoteTotals,
  payableAgeingOverview,
  payableAgeingSummary,
  payableAgeingTable,
  payableNotesTable,
  payableNoteTotals,
  payableTotals,
} from '../reports/ageing.ts';
import { dueToReinsurersOverview, dueToUsOverview, SEES_OVERVIEW } from '../reports/contract.ts';
import type { Age, OpenSide } from '../reports/item-movements.ts';
import { facultativeReportOut, outstandingTable, outstandingTotals } from '../reports/outstanding.ts';
import { dueToReinsurersTable, dueToUsTable, overviewTotals } from '../reports/tables.ts';
import { behind, explained, turned } from '../tables/behind.ts';
import type { Day } from '../values/day.ts';
import { ITEMS, partyOf } from './items.ts';
import {
  agedSum,
  as,
  besideOf,
  type BesideQuery,
  besideFigures,
  itemsOfNotes,
  itemsOfPaper,
  itemsOfPayable,
  movedBetween,
  type NoteRow,
  type PayableRow,
  type Scoped,
  type Sum,
} from './open.ts';
import { AGED_NOTES, PAYABLE_NOTES, STATEMENT } from './sources.ts';

type PartyRow = { party: { id: number }; currency: string };
const ofParty = ({ party, currency }: PartyRow, query: Scoped) => ({ ...as(query), param: String(party.id), currency });
const openOf = (side: OpenSide, party: number, currency: string) => ({ side, party: String(party), currency });

type AgedFigure = 'not_due' | 'd1_30' | 'd31_60' | 'd61_90' | 'd91_180' | 'd181_365' | 'over_365' | 'unallocated';
const aged = (figure: AgedFigure) => (row: PartyRow, query: Scoped) =>
  behind(AGED_NOTES, { ...ofParty(row, query), figure }, figure);

/** What moved between two days of a party's open items. */
const changed =
  (side: OpenSide) =>
  ({ party, currency }: PartyRow, query: BesideQuery, today: Day) =>
    movedBetween(openOf(side, party.id, currency), query, today);

/** Each note and each receipt is converted by itself, and what they come to is added up. */
const atClosingOf = (row: PartyRow, query: Scoped) => ({ ...ofParty(row, query), rates: 'closing' as const });

/** Of all reinsureds: the notes and the cash of the one. */
export const receivables = explained(
  { call: ageingOverview, table: ageingTable },
  {
    not_due: aged('not_due'),
    d1_30: aged('d1_30'),
    d31_60: aged('d31_60'),
    d61_90: aged('d61_90'),
    d91_180: aged('d91_180'),
    d181_365: aged('d181_365'),
    over_365: aged('over_365'),
    unallocated: aged('unallocated'),
    total: (row, query) => behind(AGED_NOTES, ofParty(row, query), 'total'),
    beside: (row, query, today) => {
      const asat = besideOf(query, today);
      return asat === undefined ? 'COLUMNS' : behind(AGED_NOTES, ofParty(row, { branch: query.branch, asat }), 'total');
    },
    change: changed('RECEIVABLE'),
    base_total: (row, query) =>
      behind(ITEMS, { ...as(query), ...openOf('RECEIVABLE', row.party.id, row.currency) }, 'base_amount'),
    base_closing: (row, query) => behind(AGED_NOTES, atClosingOf(row, query), 'base_closing'),
  },
);

type ReceivableRow = NoteRow & { reinsured: { id: number } };
const itemsOfReceivable = (row: ReceivableRow) => ({
  ...itemsOfPaper('RECEIVABLE', row),
  party: String(row.reinsured.id),
});
const receivableOf = (row: ReceivableRow, query: Scoped) => ({ ...itemsOfReceivable(row), ...as(query) });
const noteAged = (age: Age) => (row: ReceivableRow, query: Scoped) =>
  behind(ITEMS, { ...receivableOf(row, query), age }, age === 'unallocated' ? turned('amount') : 'amount');

/** Of one reinsured, note by note: the entries that opened and settled it. */
export const receivableNotes = explained(
  { call: ageingSummary, table: agedNotesTable },
  {
    not_due: noteAged('not_due'),
    d1_30: noteAged('d1_30'),
    d31_60: noteAged('d31_60'),
    d61_90: noteAged('d61_90'),
    d91_180: noteAged('d91_180'),
    d181_365: noteAged('d181_365'),
    over_365: noteAged('over_365'),
    unallocated: noteAged('unallocated'),
    total: (row, query) => behind(ITEMS, receivableOf(row, query), 'amount'),
    ...besideFigures(itemsOfReceivable),
    base_closing: 'CONVERTED',
  },
);

type PayableFigure = Exclude<AgedFigure, 'unallocated'> | 'due_released' | 'due_awaiting' | 'released' | 'returns';
const payable = (figure: PayableFigure) => (row: PartyRow, query: Scoped) =>
  behind(PAYABLE_NOTES, { ...ofParty(row, query), figure }, figure);

/** Of all securities: the notes of the one. */
export const payables = explained(
  { call: payableAgeingOverview, table: payableAgeingTable },
  {
    not_due: payable('not_due'),
    d1_30: payable('d1_30'),
    d31_60: payable('d31_60'),
    d61_90: payable('d61_90'),
    d91_180: payable('d91_180'),
    d181_365: payable('d181_365'),
    over_365: payable('over_365'),
    due_released: payable('due_released'),
    due_awaiting: payable('due_awaiting'),
    released: payable('released'),
    returns: payable('returns'),
    total: (row, query) => behind(PAYABLE_NOTES, ofParty(row, query), 'total'),
    beside: (row, query, today) => {
      const asat = besideOf(query, today);
      return asat === undefined
        ? 'COLUMNS'
        : behind(PAYABLE_NOTES, ofParty(row, { branch: query.branch, asat }), 'total');
    },
    change: changed('PAYABLE'),
    base_total: (row, query) =>
      behind(ITEMS, { ...as(query), ...openOf('PAYABLE', row.party.id, row.currency) }, turned('base_amount')),
    base_closing: (row, query) => behind(PAYABLE_NOTES, atClosingOf(row, query), 'base_closing'),
  },
);

const payableOf = (row: PayableRow, query: Scoped) => ({ ...itemsOfPayable(row), ...as(query) });
const payableAged = (age: Age) => (row: PayableRow, query: Scoped) =>
  behind(ITEMS, { ...payableOf(row, query), age }, turned('amount'));
const payableOpen = (row: PayableRow, query: Scoped) => behind(ITEMS, payableOf(row, query), turned('amount'));

export const payableNotes = explained(
  { call: payableAgeingSummary, table: payableNotesTable },
  {
    not_due: payableAged('not_due'),
    d1_30: payableAged('d1_30'),
    d31_60: payableAged('d31_60'),
    d61_90: payableAged('d61_90'),
    d91_180: payableAged('d91_180'),
    d181_365: payableAged('d181_365'),
    over_365: payableAged('over_365'),
    due_released: 'RELEASED',
    due_awaiting: 'RELEASED',
    released: 'RELEASED',
    returns: payableOpen,
    total: payableOpen,
    ...besideFigures(itemsOfPayable),
    base_closing: 'CONVERTED',
  },
);

const agedSums = (side: 'RECEIVABLE' | 'PAYABLE') => ({
  not_due: agedSum(side, 'not_due'),
  d1_30: agedSum(side, 'd1_30'),
  d31_60: agedSum(side, 'd31_60'),
  d61_90: agedSum(side, 'd61_90'),
  d91_180: agedSum(side, 'd91_180'),
  d181_365: agedSum(side, 'd181_365'),
  over_365: agedSum(side, 'over_365'),
  total: agedSum(side),
});
const RECEIVABLE_SUMS = { ...agedSums('RECEIVABLE'), unallocated: agedSum('RECEIVABLE', 'unallocated') };
export const receivableSums = explained({ call: ageingOverview, table: agedTotals, rows: 'totals' }, RECEIVABLE_SUMS);
type OfNotes = BesideQuery & { param?: string | undefined; figure?: string | undefined };
/** What notes were open for on the other day; of those that have something in one figure they are all shown. */
const besideSums = (side: OpenSide) => {
  const { beside, change } = besideFigures((row: Sum, query: OfNotes) => ({
    side,
    party: partyOf(query),
    currency: row.currency,
  }));
  const inAll = (figure: typeof beside) => (row: Sum, query: OfNotes, today: Day) =>
    query.figure === undefined ? figure(row, query, today) : 'ALL_ROWS';
  return { beside: inAll(beside), change: inAll(change) };
};
export const receivableNoteSums = explained(
  { call: ageingSummary, table: agedNoteTotals, rows: 'totals' },
  { ...RECEIVABLE_SUMS, ...besideSums('RECEIVABLE'), base_closing: 'ALL_ROWS' },
);
const PAYABLE_SUMS = {
  ...agedSums('PAYABLE'),
  due_released: 'ALL_ROWS',
  due_awaiting: 'ALL_ROWS',
  released: 'ALL_ROWS',
  returns: 'ALL_ROWS',
} as const;
export const payableSums = explained(
  { call: payableAgeingOverview, table: payableTotals, rows: 'totals' },
  PAYABLE_SUMS,
);
export const payableNoteSums = explained(
  { call: payableAgeingSummary, table: payableNoteTotals, rows: 'totals' },
  { ...PAYABLE_SUMS, ...besideSums('PAYABLE'), base_closing: 'ALL_ROWS' },
);

type OutstandingRow = { reinsured: { id: number }; currency: string };
const ofReinsured = ({ reinsured, currency }: OutstandingRow, query: Scoped) =>
  ofParty({ party: reinsured, currency }, query);
const openNotes = (column: 'amount' | 'paid' | 'uncollectable' | 'balance') => (row: OutstandingRow, query: Scoped) =>
  behind(STATEMENT, { ...ofReinsured(row, query), open: 'only' }, column);

/** What is outstanding of a reinsured: its open notes, what is overdue of them, and its cash. */
export const outstanding = explained(
  { call: facultativeReportOut, table: outstandingTable },
  {
    amount: openNotes('amount'),
    paid: openNotes('paid'),
    uncollectable: openNotes('uncollectable'),
    balance: openNotes('balance'),
    overdue: (row, query) =>
      behind(
        ITEMS,
        { ...as(query), ...openOf('RECEIVABLE', row.reinsured.id, row.currency), age: 'overdue' },
        'amount',
      ),
    unallocated: (row, query) =>
      behind(AGED_NOTES, { ...ofReinsured(row, query), figure: 'unallocated' }, 'unallocated'),
    owed: (row, query) => behind(AGED_NOTES, ofReinsured(row, query), 'total'),
    beside: (row, query, today) => {
      const asat = besideOf(query, today);
      return asat === undefined
        ? 'COLUMNS'
        : behind(AGED_NOTES, ofReinsured(row, { branch: query.branch, asat }), 'total');
    },
    change: ({ reinsured, currency }, query, today) =>
      movedBetween(openOf('RECEIVABLE', reinsured.id, currency), query, today),
    base_owed: (row, query) =>
      behind(ITEMS, { ...as(query), ...openOf('RECEIVABLE', row.reinsured.id, row.currency) }, 'base_amount'),
    base_closing: ({ reinsured, currency }, query) =>
      behind(AGED_NOTES, atClosingOf({ party: reinsured, currency }, query), 'base_closing'),
  },
);

/** Of all reinsureds: notes that are closed are in no row, so that what was noted and paid of the open ones is their sum. */
export const outstandingSums = explained(
  { call: facultativeReportOut, table: outstandingTotals, rows: 'totals' },
  {
    amount: 'ALL_ROWS',
    paid: 'ALL_ROWS',
    uncollectable: 'ALL_ROWS',
    balance: (row, query) => behind(ITEMS, { ...itemsOfNotes('RECEIVABLE', row, query), ...as(query) }, 'amount'),
    overdue: agedSum('RECEIVABLE', 'overdue'),
    unallocated: agedSum('RECEIVABLE', 'unallocated'),
    owed: agedSum('RECEIVABLE'),
  },
);

type OpenNote = { id: number; currency: string };
const ofNote = (side: OpenSide, { id, currency }: OpenNote, { branch }: Scoped) => ({
  branch,
  side,
  currency,
  note: String(id),
});

/** The dashboard's overviews of open notes, as at today. */
export const dueToUs = explained(
  { call: dueToUsOverview, table: dueToUsTable, needs: SEES_OVERVIEW.toUs },
  {
    amount: 'RECORD',
    outstanding: (row, query) =>
      behind(ITEMS, { ...ofNote('DUE_TO_US', row, query), party: String(row.party_id) }, 'amount'),
    released: 'RELEASED',
  },
);
export const dueToReinsurers = explained(
  { call: dueToReinsurersOverview, table: dueToReinsurersTable, needs: SEES_OVERVIEW.toReinsurers },
  {
    amount: 'RECORD',
    outstanding: (row, query) => behind(ITEMS, ofNote('PAYABLE', row, query), turned('amount')),
    released: 'RELEASED',
  },
);
type ItemColumn = Parameters<typeof behind<typeof ITEMS.call, typeof ITEMS.table.columns>>[2];
const ofSide =
  (side: OpenSide, column: ItemColumn) =>
  ({ currency }: Sum, { branch }: Scoped) =>
    behind(ITEMS, { branch, side, currency }, column);
export const dueToUsTotals = explained(
  { call: dueToUsOverview, table: overviewTotals, rows: 'totals', needs: SEES_OVERVIEW.toUs },
  { amount: ofSide('DUE_TO_US', 'amount'), base: ofSide('DUE_TO_US', 'base_amount') },
);
export const dueToReinsurersTotals = explained(
  { call: dueToReinsurersOverview, table: overviewTotals, rows: 'totals', needs: SEES_OVERVIEW.toReinsurers },
  { amount: ofSide('PAYABLE', turned('amount')), base: ofSide('PAYABLE', turned('base_amount')) },
);
