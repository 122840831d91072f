import { sql, type RawBuilder } from 'kysely';
import type { AccountFunction, LineAccount } from '../../../domain/ledger/accounts.ts';
import type { Database } from '../../platform/db/pool.ts';

/** The firm's chart of accounts as postings need it: the account that each function takes by default. */
type Chart = ReadonlyMap<AccountFunction, string>;

export async function readChart(db: Database): Promise<Chart> {
  const rows = await db
    .selectFrom('ledger_accounts')
    .select(['code', 'function'])
    .where('is_default', '=', true)
    .execute();
  return new Map(rows.map((row) => [row.function as AccountFunction, row.code]));
}

/** The code of a line's account. A chart without an account of that function cannot post. G1. */
export function codeOf(chart: Chart, account: LineAccount): string {
  const code = typeof account === 'string' ? chart.get(account) : account.code;
  if (code === undefined) throw new Error(`The chart has no account of function ${String(account)}.`);
  return code;
}

/**
 * Every account with one of these functions, as a text array to compare an account column with: worked out once for a
 * query, whatever plan it gets.
 */
export const accountsOf = (...functions: readonly AccountFunction[]): RawBuilder<string[]> =>
  sql`(select accounts_of(variadic ${[...functions]}::text[]))::text[]`;
