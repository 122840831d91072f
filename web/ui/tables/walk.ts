import { wholeNumber } from '../fields/whole-number.ts';

/**
 * The list from which a record was opened, so that its page leads to the one before and after it: by the call, the search,
 * the filters and the order that the list had.
 */
export type Walk = {
  /** The path of the list's call, and what it was asked. */
  call: string;
  query: Readonly<Record<string, string>>;
  /** The place of the first of `hrefs` in the whole list. */
  start: number;
  /** How many the list has under its filters, and whether there are more than were counted. */
  total: number;
  more: boolean;
  /** The pages of the records on the page of the list, in their order. */
  hrefs: readonly string[];
  /** From which the page of a record on another page of the list follows, by its id; null where they follow no rule. */
  pattern: string | null;
};

const KEY = 'slipway.walk';
const ID = '{id}';

const pathOf = (href: string) => href.split(/[?#]/)[0] ?? href;
const idOf = (row: unknown): number | undefined =>
  typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'number' ? row.id : undefined;

/** The rule by which all these addresses follow from the ids of their rows. */
export function patternOf(rows: readonly unknown[], hrefs: readonly string[]): string | null {
  const [first] = rows;
  const id = idOf(first);
  const [href] = hrefs;
  if (id === undefined || href === undefined) return null;
  const pattern = href.replace(new RegExp(`/${id}(?=[/?#]|$)`), `/${ID}`);
  const holds = rows.every((row, index) => pattern.replace(ID, String(idOf(row))) === hrefs[index]);
  return pattern.includes(ID) && holds ? pattern : null;
}

/** The pages of the records of a further page of the list. */
export const hrefsBy = (pattern: string, rows: readonly unknown[]): string[] =>
  rows.flatMap((row) => {
    const id = idOf(row);
    return id === undefined ? [] : [pattern.replace(ID, String(id))];
  });

/** Keeps the list that is shown, for the records that are opened from it; for this tab alone. */
export function keepWalk(walk: Walk): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(walk));
  } catch {
    // Without storage a record's page has no way on to the next.
  }
}

export function keptWalk(): Walk | null {
  try {
    const walk: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return typeof walk === 'object' && walk !== null && 'hrefs' in walk && Array.isArray(walk.hrefs)
      ? (walk as Walk)
      : null;
  } catch {
    return null;
  }
}

/** One step in a list: to a record that is known, or to the page of the list that begins at a place. */
export type Step = { href: string } | { start: number };
type Neighbours = { place: number; previous: Step | undefined; next: Step | undefined };

/** Where a record stands in the list, and what comes before and after it; null where the list does not have it. */
export function neighboursOf(walk: Walk | null, pathname: string): Neighbours | null {
  const index = walk?.hrefs.findIndex((href) => pathOf(href) === pathname) ?? -1;
  if (walk === null || index === -1) return null;
  const { start, hrefs, total, more, pattern } = walk;
  const place = start + index;
  const length = wholeNumber(walk.query['length'], 0);
  const stepTo = (at: number, page: number): Step | undefined => {
    const href = hrefs[at - start];
    if (href !== undefined) return { href };
    const inList = at >= 0 && (more || at < total);
    return inList && pattern !== null && length > 0 ? { start: Math.max(0, page) } : undefined;
  };
  return {
    place,
    previous: stepTo(place - 1, start - length),
    next: stepTo(place + 1, start + hrefs.length),
  };
}
