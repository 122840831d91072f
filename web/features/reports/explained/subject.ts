import type { Columns } from '../../../../domain/tables/table.ts';

type Row = Readonly<Record<string, unknown>>;

/** The columns that name a row, the first of them first. */
const NAMING = ['party', 'reinsured', 'security', 'tax', 'bank', 'note', 'number', 'name', 'class', 'branch'] as const;

/** The most of them that a heading has beside an account. */
const MOST = 2;

/** The name that a row has in a column; an amount names nothing, whatever its column is called. */
function nameIn(columns: Columns, row: Row, column: string): string[] {
  const value = row[column];
  if (columns[column]?.kind !== 'text' || value === null) return [];
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object') return [];
  if ('name' in value && typeof value.name === 'string') return [value.name];
  return 'number' in value && typeof value.number === 'string' ? [value.number] : [];
}

/** What a figure in a currency is of: what names its row, and the currency of the row where the figure is in another. */
export function subjectOf(columns: Columns, row: Row, currency: string): string {
  const account = ['account', 'account_name'].flatMap((column) => nameIn(columns, row, column)).join(' ');
  const names = NAMING.flatMap((column) => nameIn(columns, row, column)).slice(0, MOST);
  const subject = [account, ...names].filter((word) => word !== '').join(' · ');
  const own = nameIn(columns, row, 'currency')[0] ?? currency;
  const words = subject === '' ? [own] : [subject, own];
  return own === currency ? words.join(', ') : `${words.join(' in ')}, in ${currency}`;
}
