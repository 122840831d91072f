import type { CurrencyCode } from '../values/money.ts';
import { sum } from '../values/money.ts';
import type { AmountName, Columns, Table, Values } from './table.ts';

/** The amounts of a table of totals, in minor units. */
type Sums<C extends Columns> = Pick<Values<Table<C>>, AmountName<C>>;

/**
 * What rows come to, in each column of a table of totals that is an amount, in minor units. Of what a row need not have, what those come to that have it: null
 * where none has. Rows are of one currency, or all in base. Its columns are inferred from the table alone (`NoInfer`): from rows as well, types take minutes.
 */
export function sumsOf<C extends Columns>(totals: Table<C>, rows: readonly NoInfer<Sums<C>>[]): Sums<C> {
  const columns = totals.sent.filter(({ column }) => column.kind === 'amount');
  const sums = columns.map(({ name, column }) => {
    const known = rows
      .map((row: Readonly<Record<string, unknown>>) => row[name])
      .filter((value) => typeof value === 'bigint');
    return [name, known.length === 0 ? column.nothing : sum(known)];
  });
  return Object.fromEntries(sums) as Sums<C>;
}

/** The same of rows of several currencies, each by itself, in the order of their codes. */
export function sumsByCurrency<C extends Columns>(
  totals: Table<C>,
  rows: readonly (NoInfer<Sums<C>> & { currency: CurrencyCode })[],
): (Sums<C> & { currency: CurrencyCode })[] {
  const byCurrency = Map.groupBy(rows, (row) => row.currency);
  return [...byCurrency.keys()]
    .toSorted()
    .map((currency) => ({ ...sumsOf(totals, byCurrency.get(currency) ?? []), currency }));
}
