import { sql, type RawBuilder } from 'kysely';
import type { AccountFunction, LineAccount } from '../../../domain/ledger/accounts.ts';
import type { Database } from '../../platform/db/pool.ts';

/** The firm's chart of accounts as postings need it: the default account of each function, and those of single taxes. */
type Chart = {
  defaults: ReadonlyMap<AccountFunction, string>;
  taxes: ReadonlyMap<number, { code: string; function: string }>;
};

export async function readChart(db: Database): Promise<Chart> {
  const { rows } = await sql<{ code: string; function: string; tax: number | null }>`
    select code, function, null::int as tax from ledger_accounts where is_default
    union all select a.code, a.function, t.id from taxes t join ledger_accounts a on a.code = t.account`.execute(db);
  return {
    defaults: new Map(rows.flatMap((row) => (row.tax === null ? [[row.function as AccountFunction, row.code]] : []))),
    taxes: new Map(rows.flatMap((row) => (row.tax === null ? [] : [[row.tax, row]]))),
  };
}

/** The code of a line's account: that of its tax, where it has one for this. A chart without an account of that function cannot post. G1. */
export function codeOf(chart: Chart, account: LineAccount, taxId?: number): string {
  if (typeof account !== 'string') return account.code;
  const own = taxId === undefined ? undefined : chart.taxes.get(taxId);
  const code = own?.function === account ? own.code : chart.defaults.get(account);
  if (code === undefined) throw new Error(`The chart has no account of function ${account}.`);
  return code;
}

/**
 * Every account with one of these functions, as a text array to compare an account column with: worked out once for a
 * query, whatever plan it gets.
 */
export const accountsOf = (...functions: readonly AccountFunction[]): RawBuilder<string[]> =>
  sql`(select accounts_of(variadic ${[...functions]}::text[]))::text[]`;

/** Their codes, read first: the planner then knows how many lines they have, and how to join them. */
export async function codesOf(db: Database, ...functions: readonly AccountFunction[]): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select code from ledger_accounts where function = any(${[...functions]}::text[]) order by code`.execute(db);
  return rows.map(({ code }) => code);
}
