/** What is behind the figures of statements of notes. */
import {
  facultativeReportAll,
  facultativeReportAll2,
  facultativeReportItem,
  facultativeReportItem2,
} from '../reports/contract.ts';
import { securityReport, securityStatementTable, securityStatementTotals } from '../reports/security-statement.ts';
import { statementTable, statementTotals } from '../reports/tables.ts';
import { behind, explained, turned } from '../tables/behind.ts';
import { ITEMS } from './items.ts';
import {
  agedSum,
  as,
  type BesideQuery,
  itemsOfNotes,
  itemsOfPaper,
  itemsOfPayable,
  type NoteRow,
  openFigures,
  type PayableRow,
  type Scoped,
  type Sum,
} from './open.ts';
import { SECURITY_STATEMENT, STATEMENT } from './sources.ts';

const MOVED = { paid: 'SETTLED', uncollectable: 'WRITTEN_BACK' } as const;
type Moved = keyof typeof MOVED;

const settled = (column: Moved) => (row: NoteRow, query: Scoped) =>
  behind(ITEMS, { ...itemsOfPaper('RECEIVABLE', row), ...as(query), move: MOVED[column] }, turned('amount'));
const OF_STATEMENT = {
  amount: 'RECORD',
  paid: settled('paid'),
  uncollectable: settled('uncollectable'),
  ...openFigures((row: NoteRow) => itemsOfPaper('RECEIVABLE', row)),
  base_closing: 'CONVERTED',
} as const;

/** Statements of account under their paths: of a note what settled it and what is open. */
export const statements = explained({ call: facultativeReportItem, table: statementTable }, OF_STATEMENT);
export const statements2 = explained({ call: facultativeReportItem2, table: statementTable }, OF_STATEMENT);
export const allStatements = explained({ call: facultativeReportAll, table: statementTable }, OF_STATEMENT);
export const allStatements2 = explained({ call: facultativeReportAll2, table: statementTable }, OF_STATEMENT);

type OfStatement = BesideQuery & { param?: string | undefined; open?: 'only' | undefined };
/** What notes of which something is open came to, were settled by and lost: those notes, also of the other day. */
const ofOpenNotes = ({ currency }: Sum, { param = 'ALL', beside, ...query }: OfStatement) =>
  ({ ...as(query), param, currency, open: 'only', beside }) as const;
const settledInAll = (column: Moved) => (row: Sum, query: OfStatement) =>
  query.open === 'only'
    ? behind(STATEMENT, ofOpenNotes(row, query), column)
    : behind(ITEMS, { ...itemsOfNotes('RECEIVABLE', row, query), ...as(query), move: MOVED[column] }, turned('amount'));
export const statementSums = explained(
  { call: facultativeReportItem, table: statementTotals, rows: 'totals' },
  {
    amount: (row, query) => (query.open === 'only' ? behind(STATEMENT, ofOpenNotes(row, query), 'amount') : 'ALL_ROWS'),
    paid: settledInAll('paid'),
    uncollectable: settledInAll('uncollectable'),
    ...openFigures((row: Sum, query: OfStatement) => itemsOfNotes('RECEIVABLE', row, query)),
    base_closing: 'ALL_ROWS',
    unallocated: agedSum('RECEIVABLE', 'unallocated'),
    claims: 'LETTER',
    to_come: 'LETTER',
  },
);

const paid = (column: Moved) => (row: PayableRow, query: Scoped) =>
  behind(ITEMS, { ...itemsOfPayable(row), ...as(query), move: MOVED[column] }, 'amount');
export const securityNotes = explained(
  { call: securityReport, table: securityStatementTable },
  {
    amount: 'RECORD',
    released: 'RELEASED',
    paid: paid('paid'),
    uncollectable: paid('uncollectable'),
    ...openFigures(itemsOfPayable),
    base_closing: 'CONVERTED',
  },
);

/** What a security was paid, or lost: of open notes alone theirs. */
const paidInAll = (column: Moved) => (row: Sum, query: OfStatement) =>
  query.open === 'only'
    ? behind(SECURITY_STATEMENT, ofOpenNotes(row, query), column)
    : behind(ITEMS, { ...itemsOfNotes('PAYABLE', row, query), ...as(query), move: MOVED[column] }, 'amount');
export const securityNoteSums = explained(
  { call: securityReport, table: securityStatementTotals, rows: 'totals' },
  {
    amount: 'ALL_ROWS',
    released: 'ALL_ROWS',
    paid: paidInAll('paid'),
    uncollectable: paidInAll('uncollectable'),
    ...openFigures((row: Sum, query: OfStatement) => itemsOfNotes('PAYABLE', row, query)),
    base_closing: 'ALL_ROWS',
  },
);
