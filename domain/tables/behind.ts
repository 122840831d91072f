/** What a figure of a report is made of: the rows of another call that add up to it, or why there are none. */
import type { SessionUserReply } from '../accounts/session.ts';
import { ALL_BRANCHES } from '../call-branches.ts';
import type { Endpoint, Sent } from '../endpoint.ts';
import { type Access, letsIn, type Right } from '../permissions.ts';
import type { Day } from '../values/day.ts';
import type { AmountName, Columns, Table, Wire } from './table.ts';

/** Why no rows are behind a figure. */
export const UNEXPLAINED = {
  RECORD: 'A figure of the record itself, which the row opens.',
  ENTRY: 'A line of the journal entry that the row opens.',
  RUNNING: 'What the lines before it add up to.',
  COLUMNS: 'Worked out from other figures of its row.',
  ALL_ROWS: 'The sum of the rows that are shown with it.',
  TRIAL: 'What an account moved in the year, as its row of the trial balance has it with its lines.',
  LARGEST: 'The largest of the rows behind the figure beside it.',
  INVOICES: 'The claim invoices of the month, which the register of claims lists by claim.',
  LETTER: 'Set out item by item in the statement or letter that the row makes.',
  DIVIDED: 'A security’s part of the claim by its line; the claim’s own figures have their rows.',
  PLACED: 'What of the currency’s money belongs to this account; the currency’s figures have their rows.',
  RELEASED: 'Worked out from what came in for each note, as its record shows.',
  BY_SIGN: 'Balances of accounts by the side that they are on; their net has its lines.',
  CONVERTED: 'Converted at a rate; what it was converted from has its own rows.',
  PRO_RATA: 'Worked out by days of cover, which pass without an entry.',
  UNBOOKED: 'Cover ended, or others carry it: no entry made the difference.',
  REGISTER: 'Entered by hand, in a register or from another’s paper.',
} as const;
type Unexplained = keyof typeof UNEXPLAINED;

/** A call whose rows make figures of others, with the table of its rows. */
export type Source<E extends Endpoint = Endpoint, C extends Columns = Columns> = {
  /** What addresses call it. */
  readonly name: string;
  readonly call: E;
  readonly table: Table<C>;
  /** What its rows ask for besides the call's own right. */
  readonly needs?: Right;
};

/** A report or a source, as far as who may see its rows goes. */
export type Asked = { readonly call: Pick<Endpoint, 'access'>; readonly needs?: Right };

export const source = <S extends Source>(of: S): S => of;

/** A call's query as it travels. */
export type QueryOf<E extends Endpoint> = Sent<E>['query'];

/** The rows behind a figure: of which call, under which query, and in which column they add up to it. */
export type Behind = {
  readonly source: Source;
  readonly query: Readonly<Record<string, string>>;
  readonly column: string;
  /** Their sum has the other sign: what we owe is negative in the ledger. */
  readonly turned: boolean;
};

/** The rights that a person needs to see the rows of a report, or those behind a figure. */
export const rightsOf = ({ call, needs }: Asked): Access[] => [call.access, ...(needs === undefined ? [] : [needs])];

/** A report that its reader has of several branches together, as `branches` says them: ALL, or codes divided by commas. */
type Together = {
  report: Asked;
  reader: Pick<SessionUserReply, 'branches' | 'permissionsByBranch'>;
  branches: string;
};

/**
 * The branches that go with the rows behind a figure, as their call takes them: those in which its reader holds the rights of the report,
 * where the rows ask for others. Null where the rows of one of these are not for this reader: they would not add up to it.
 */
export function branchesBehind(
  figure: Behind,
  { report, reader: { branches: all, permissionsByBranch }, branches }: Together,
): string | null {
  const sees = (of: Asked, { id }: { id: number }) =>
    rightsOf(of).every((right) => letsIn(right, (one) => permissionsByBranch[String(id)]?.includes(one) === true));
  const asked = branches === ALL_BRANCHES ? all : all.filter(({ code }) => branches.split(',').includes(code));
  const own = asked.filter((branch) => sees(report, branch));
  if (own.length === 0 || !own.every((branch) => sees(figure.source, branch))) return null;
  return own.length === all.length ? ALL_BRANCHES : own.map(({ code }) => code).join();
}

const isSet = (pair: [string, unknown]): pair is [string, string] => typeof pair[1] === 'string' && pair[1] !== '';

/** A column whose sum has the other sign. */
type Turned<N extends string> = { readonly turned: N };
export const turned = <N extends string>(column: N): Turned<N> => ({ turned: column });

/** The rows of a source under a query; empty filters are none. */
export function behind<E extends Endpoint, C extends Columns>(
  source: Source<E, C>,
  query: QueryOf<E>,
  column: AmountName<C> | Turned<AmountName<C>>,
): Behind {
  const rows = { source, query: Object.fromEntries(Object.entries(query).filter(isSet)) };
  return typeof column === 'string'
    ? { ...rows, column, turned: false }
    : { ...rows, column: column.turned, turned: true };
}

/** What is behind a column: rows by the row and the query of its report, or the reason why there are none. */
type Figure<E extends Endpoint, C extends Columns> =
  | Unexplained
  | ((row: Wire<C>, query: QueryOf<E>, today: Day) => Behind | Unexplained);

/** A report's call with its table, every amount of which says what is behind it. */
export type Explained<E extends Endpoint = Endpoint, C extends Columns = Columns> = {
  readonly call: E;
  readonly table: Table<C>;
  /** What it asks for besides the call's own right. */
  readonly needs?: Right;
  /** Where in its reply the rows are; absent: the reply is the rows, or the one row. */
  readonly rows: string | undefined;
  /** Of a column in a row, as the report was asked for today. */
  figure(name: string, row: Wire<C>, request: { query: QueryOf<E>; today: Day }): Behind | Unexplained | undefined;
};

type Report<E extends Endpoint, C extends Columns> = {
  call: E;
  table: Table<C>;
  /** Where in its reply the rows are, where that is not `data`; null where the reply is the rows, or the one row. */
  rows?: string | null;
  needs?: Right;
};

/** Says what is behind each amount of a report. A column that is forgotten does not compile. */
export function explained<E extends Endpoint, C extends Columns>(
  { call, table, rows = 'data', needs }: Report<E, C>,
  figures: { readonly [K in AmountName<C>]: Figure<E, C> },
): Explained<E, C> {
  const all = new Map<string, Figure<E, C>>(Object.entries(figures));
  return {
    call,
    table,
    rows: rows ?? undefined,
    ...(needs !== undefined && { needs }),
    figure(name, row, { query, today }) {
      const one = all.get(name);
      return typeof one === 'function' ? one(row, query, today) : one;
    },
  };
}
