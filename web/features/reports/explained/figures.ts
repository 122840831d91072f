import { ALL_BRANCHES } from '../../../../domain/call-branches.ts';
import type { Endpoint } from '../../../../domain/endpoint.ts';
import { letsIn } from '../../../../domain/permissions.ts';
import {
  type Asked,
  type Behind,
  branchesBehind,
  type Explained,
  type QueryOf,
  rightsOf,
} from '../../../../domain/tables/behind.ts';
import type { Columns, Wire } from '../../../../domain/tables/table.ts';
import { useFirmToday } from '../../../api/firm-day.ts';
import { BRANCHES_PARAMETER, can, useSession, useTogether, type Session } from '../../../api/session.ts';
import { paths, withQuery } from '../../../paths.ts';
import type { FigureHref, ShownFigure } from '../../../ui/tables/table-columns.tsx';
import { subjectOf } from './subject.ts';

/** What an address of explained rows says besides the query of their call. */
type ExplainedAddress = {
  rows: string;
  /** What is explained, in words. */
  explains: string;
  /** What it comes to, of which currency, in which column, and whether the rows have the other sign. */
  sum: string;
  unit: string;
  column: string;
  turned: string | undefined;
  /** The page that it is of. */
  back: string;
};

/** Who opens figures, of which report, and of which branches it is where it has several together. */
type Opening = { session: Session | null; report: Asked; branches: string | undefined };

/** What the address of the rows behind a figure says of branches; null where they are not for this person, by the rights of their call. */
function branchesOf({ session, report, branches }: Opening, behind: Behind): Record<string, string> | null {
  if (branches === undefined || session === null)
    return rightsOf(behind.source).every((right) => letsIn(right, (one) => can(session, one))) ? {} : null;
  const own = branchesBehind(behind, { report, reader: session.user, branches });
  return own === null ? null : { [BRANCHES_PARAMETER]: own };
}

const LONGEST = 120;

/** A figure in a row of a table with these columns. */
type OfTable<Row> = Omit<ShownFigure<Row>, 'name'> & { columns: Columns };

/** The address of the rows behind a figure; undefined where there are none, or they are not for this person. */
export function hrefOf<Row extends Readonly<Record<string, unknown>>>(
  behind: Behind,
  { columns, row, title, value, currency }: OfTable<Row>,
  opening: Opening,
): string | undefined {
  const branches = branchesOf(opening, behind);
  if (branches === null) return undefined;
  const own: ExplainedAddress = {
    rows: behind.source.name,
    explains: `${subjectOf(columns, row, currency)}, ${title}`.slice(0, LONGEST),
    sum: value,
    unit: currency,
    column: behind.column,
    turned: behind.turned ? 'yes' : undefined,
    back: `${location.pathname}${location.search}`,
  };
  return withQuery(paths.explained, { ...own, ...branches, ...behind.query });
}

/** Of a page that is of some branches alone, it says which. */
export function useOpening(report: Asked, some?: string): Opening {
  const together = useTogether();
  return { session: useSession(), report, branches: some ?? (together ? ALL_BRANCHES : undefined) };
}

/** Where the figures of a report lead to, by how it was asked for: where a screen has the answers to several questions. */
export function useFiguresOfEach<E extends Endpoint, C extends Columns>(
  explained: Explained<E, C>,
): (query: QueryOf<E>) => FigureHref<Wire<C>> {
  const opening = useOpening(explained);
  const today = useFirmToday();
  const { columns } = explained.table;
  return (query) =>
    ({ name, ...shown }) => {
      const behind = explained.figure(name, shown.row, { query, today });
      return behind === undefined || typeof behind === 'string'
        ? undefined
        : hrefOf(behind, { columns, ...shown }, opening);
    };
}

/** The same of a report as it was asked for: for the tables of its screen. */
export const useFigures = <E extends Endpoint, C extends Columns>(
  explained: Explained<E, C>,
  query: QueryOf<E>,
): FigureHref<Wire<C>> => useFiguresOfEach(explained)(query);
