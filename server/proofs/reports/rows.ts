/** Reading reports as their reader does: the rows of a call, page by page. */
import type { Explained } from '../../../domain/tables/behind.ts';
import type { Rig } from '../../testing/rig.ts';

export type Query = Record<string, string>;
export type Row = Record<string, unknown>;
export type Request = { who: string; query: Query };

const PAGE = 500;

/** An amount of a reply in minor units. */
export const minor = (amount: string): bigint => BigInt(amount.replace('.', ''));
/** A percentage of a reply in millionths. */
export function millionths(rate: string): bigint {
  const [whole = '', decimals = ''] = rate.split('.');
  return BigInt(whole + decimals.padEnd(6, '0'));
}
export const addressOf = ({ call }: Pick<Explained, 'call'>): `${string} ${string}` => `${call.method} ${call.path}`;

/** The rows that a reply has under a name; the reply itself where it has none. */
export function rowsIn(body: unknown, at: string | undefined): Row[] {
  const rows = at === undefined ? body : (body as Row)[at];
  if (Array.isArray(rows)) return rows as Row[];
  return at === undefined ? [rows as Row] : [];
}

/** Every row of a call: all of its pages. Says why where it has none, or more than it shows. */
export async function allRows(
  t: Rig,
  address: `${string} ${string}`,
  { who, query }: Request,
): Promise<Row[] | string> {
  const rows: Row[] = [];
  let after: Query = {};
  for (;;) {
    const { status, body } = await t.call(who, address, { query: { ...query, ...after } });
    if (status !== 200) return `${status} ${JSON.stringify(body).slice(0, 200)}`;
    const page = rowsIn(body, Array.isArray(body) ? undefined : 'data');
    rows.push(...page);
    const { recordsFiltered, next, more } = body as { recordsFiltered?: number; next?: string | null; more?: boolean };
    if (typeof next === 'string') after = { after: next };
    else if (recordsFiltered !== undefined && rows.length < recordsFiltered && page.length > 0)
      after = { start: String(rows.length), length: String(PAGE) };
    else return more === true && recordsFiltered === undefined ? 'has more rows than it shows' : rows;
  }
}
