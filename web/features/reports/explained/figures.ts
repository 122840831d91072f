import type { Endpoint } from '../../../../domain/endpoint.ts';
import { letsIn } from '../../../../domain/permissions.ts';
import { type Behind, type Explained, type QueryOf, rightsOf } from '../../../../domain/tables/behind.ts';
import type { Columns, Wire } from '../../../../domain/tables/table.ts';
import { useFirmToday } from '../../../api/firm-day.ts';
import {
  ALL_BRANCHES,
  BRANCHES_PARAMETER,
  can,
  canWherever,
  useSession,
  useTogether,
  type Session,
} from '../../../api/session.ts';
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

/** Who opens figures, of the report of which call, and whether it has all branches together. */
type Opening = { session: Session | null; call: Pick<Endpoint, 'access'>; together: boolean };

/**
 * Whether a person may see the rows behind a figure: decided by the rights of their call alone. Of all branches together
 * they hold them in each that the figure has, or the rows would not add up to it.
 */
const maySee = ({ session, call, together }: Opening, behind: Behind): boolean =>
  rightsOf(behind).every((right) =>
    together && session !== null ? canWherever(session, right, call.access) : letsIn(right, (one) => can(session, one)),
  );

const LONGEST = 120;

/** A figure in a row of a table with these columns. */
type OfTable<Row> = Omit<ShownFigure<Row>, 'name'> & { columns: Columns };

/** The address of the rows behind a figure; undefined where there are none, or they are not for this person. */
export function hrefOf<Row extends Readonly<Record<string, unknown>>>(
  behind: Behind,
  { columns, row, title, value, currency }: OfTable<Row>,
  opening: Opening,
): string | undefined {
  if (!maySee(opening, behind)) return undefined;
  const own: ExplainedAddress = {
    rows: behind.source.name,
    explains: `${subjectOf(columns, row, currency)}, ${title}`.slice(0, LONGEST),
    sum: value,
    unit: currency,
    column: behind.column,
    turned: behind.turned ? 'yes' : undefined,
    back: `${location.pathname}${location.search}`,
  };
  return withQuery(paths.explained, {
    ...own,
    ...(opening.together && { [BRANCHES_PARAMETER]: ALL_BRANCHES }),
    ...behind.query,
  });
}

export function useOpening(call: Pick<Endpoint, 'access'>): Opening {
  return { session: useSession(), call, together: useTogether() };
}

/** Where the figures of a report lead to, by how it was asked for: where a screen has the answers to several questions. */
export function useFiguresOfEach<E extends Endpoint, C extends Columns>(
  explained: Explained<E, C>,
): (query: QueryOf<E>) => FigureHref<Wire<C>> {
  const opening = useOpening(explained.call);
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
