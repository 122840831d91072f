import { sql } from 'kysely';
import { PURPOSE_FUNCTIONS, PURPOSES } from '../../../domain/firm/bank-accounts.ts';
import type { Database } from '../../platform/db/pool.ts';

/**
 * The accounts under which money is kept until the firm has entered its own: one for each currency and purpose that has
 * none yet. They are not offered anywhere, nor changed.
 */
export async function insertStandIns(db: Database): Promise<void> {
  await sql`
    insert into bank_accounts (name, bank, number, currency, purpose, account, status, search_text, stands_in)
    select 'Before bank accounts', 'None', p.purpose, c.code, p.purpose, a.code, 'INACTIVE', 'before bank accounts', true
    from currencies c
      cross join unnest(${[...PURPOSES]}::text[], ${PURPOSES.map((one) => PURPOSE_FUNCTIONS[one])}::text[]) as p (purpose, function)
      join ledger_accounts a on a.function = p.function and a.is_default
    on conflict do nothing`.execute(db);
}
