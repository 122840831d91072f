/** Whose open items are behind figures: of a party, of a note, of all notes; on a day, and between two. */
import { besideOn } from '../reports/beside.ts';
import type { Age, OpenSide } from '../reports/item-movements.ts';
import { behind, type Behind, type QueryOf, turned } from '../tables/behind.ts';
import type { Day } from '../values/day.ts';
import { daysBetween } from './between.ts';
import { ITEMS, partyOf } from './items.ts';

export type Scoped = { branch?: string | undefined; asat?: string | undefined };
/** A report's branch and day go with every figure of it. */
export const as = ({ branch, asat }: Scoped) => ({ branch, asat });

export type BesideQuery = Scoped & { beside?: string | undefined };
/** The other day of a report; undefined where nothing is beside it. */
export const besideOf = ({ asat, beside }: BesideQuery, today: Day): Day | undefined => besideOn(beside, asat ?? today);

/** Open items by whose they are, without a day. */
type Items = Omit<QueryOf<typeof ITEMS.call>, 'branch' | 'from' | 'asat'>;
/** What we owe has the other sign than in the ledger. */
const amountOf = ({ side }: Items) => (side === 'PAYABLE' ? turned('amount') : 'amount');
const baseOf = ({ side }: Items) => (side === 'PAYABLE' ? turned('base_amount') : 'base_amount');

/** What of items was open on the other day of a report. */
function openBeside(items: Items, query: BesideQuery, today: Day): Behind | 'COLUMNS' {
  const asat = besideOf(query, today);
  return asat === undefined ? 'COLUMNS' : behind(ITEMS, { ...items, branch: query.branch, asat }, amountOf(items));
}

/** What moved items between the two days of a report. */
export function movedBetween(items: Items, query: BesideQuery, today: Day): Behind | 'COLUMNS' {
  const other = besideOf(query, today);
  if (other === undefined) return 'COLUMNS';
  const { branch, asat = today } = query;
  const { days, later } = daysBetween(other, asat);
  const between = { ...items, branch, from: days.from, asat: days.to };
  return behind(ITEMS, between, (items.side === 'PAYABLE') === later ? 'amount' : turned('amount'));
}

export type NoteRow = {
  note: { id: number } | null;
  receipt?: { id: number } | null;
  currency: string;
};
/** The items of a note, or of a receipt of which cash is left. */
export const itemsOfPaper = (side: OpenSide, { note, receipt, currency }: NoteRow) => ({
  side,
  currency,
  note: note === null ? undefined : String(note.id),
  receipt: receipt == null ? undefined : String(receipt.id),
});
/** A row of what is owed to a security. */
export type PayableRow = NoteRow & { security: { id: number } };
export const itemsOfPayable = (row: PayableRow) => ({
  ...itemsOfPaper('PAYABLE', row),
  party: String(row.security.id),
});

/** What a report comes to in a currency. */
export type Sum = { currency: string };
type OfParty = Scoped & { param?: string | undefined };
/** All notes of a party, or of all of them. */
export const itemsOfNotes = (side: OpenSide, { currency }: Sum, query: OfParty) => ({
  side,
  of: 'NOTES' as const,
  party: partyOf(query),
  currency,
});

/** What of items was open on the other day of a report, and what moved it between the two. */
export const besideFigures = <Row, Query extends BesideQuery>(itemsOf: (row: Row, query: Query) => Items) => ({
  beside: (row: Row, query: Query, today: Day) => openBeside(itemsOf(row, query), query, today),
  change: (row: Row, query: Query, today: Day) => movedBetween(itemsOf(row, query), query, today),
});

/** The same with what is open on the report's own day, and in base as booked. */
export const openFigures = <Row, Query extends BesideQuery>(itemsOf: (row: Row, query: Query) => Items) => ({
  ...besideFigures(itemsOf),
  balance: (row: Row, query: Query) => {
    const items = itemsOf(row, query);
    return behind(ITEMS, { ...items, ...as(query) }, amountOf(items));
  },
  base_balance: (row: Row, query: Query) => {
    const items = itemsOf(row, query);
    return behind(ITEMS, { ...items, ...as(query) }, baseOf(items));
  },
});

/** The sum of an age over all parties of an ageing, or over the notes of its one. */
export const agedSum =
  (side: 'RECEIVABLE' | 'PAYABLE', age?: Age) =>
  ({ currency }: Sum, query: OfParty) =>
    behind(
      ITEMS,
      { ...as(query), side, party: partyOf(query), currency, age },
      (side === 'PAYABLE') === (age !== 'unallocated') ? turned('amount') : 'amount',
    );
