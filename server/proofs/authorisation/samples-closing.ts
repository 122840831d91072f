import { addMonths, lastOfMonth } from '../../../domain/values/day.ts';
import { codeOf } from '../../testing/chart.ts';
import { fixtures } from './fixtures.ts';
import type { Sample } from './samples.ts';

const firmWide = (of: Sample['of']): Sample => ({ of, firmWide: true });

const MONTH = '2025-06';
let revalued = 0;

/** A month of long ago, each time the next, at whose end the branch has dollars and the firm a rate. */
async function monthWithDollars(branch: number): Promise<string> {
  const first = addMonths('2001-01-01', (revalued += 1));
  const bank = `(select min(id) from bank_accounts where currency = 'USD' and account = '${codeOf('CLIENT_BANK')}')`;
  const lines = `(values ('${codeOf('CLIENT_BANK')}', ${bank}, 100, 1), ('${codeOf('EXCHANGE_CLEARING')}', null, -100, -1)) as l (account, bank, amount, base)`;
  await fixtures.first(`
    with rate as (
      insert into exchange_rates (currency, day, rate) values ('USD', '${lastOfMonth(first)}', 1300000000000) on conflict do nothing),
    entry as (
      insert into journal_entries (branch_id, day, event, source_kind, source_id, narration, made_by)
      select ${branch}, '${first}', 'ALLOCATION', 'policy', min(id), 'Dollars of the proof', min(made_by) from policies where branch_id = ${branch}
      returning id),
    line as (
      insert into journal_lines (entry_id, branch_id, day, account, bank_account_id, currency, amount, base_amount)
      select e.id, ${branch}, '${first}', l.account, l.bank, 'USD', l.amount, l.base from entry e, ${lines})
    insert into daily_balances (branch_id, account, party_id, tax_id, bank_account_id, currency, day, debit, credit, base_debit, base_credit)
    select ${branch}, l.account, 0, 0, coalesce(l.bank, 0), 'USD', '${first}', greatest(l.amount, 0), greatest(-l.amount, 0), greatest(l.base, 0), greatest(-l.base, 0)
    from ${lines}`);
  return first.slice(0, 7);
}

const lastRevalued = () =>
  fixtures.first(
    `select coalesce(to_char(max(month), 'YYYY-MM'), '${MONTH}') as month from revaluations where status = 'BOOKED'`,
  );

/** What is done at the ends of months, by root alone and for the whole firm. */
export const CLOSING_SAMPLES: Record<string, Sample> = {
  'GET /period/preview': firmWide(() => ({ query: { month: MONTH } })),
  'PUT /period/close': firmWide(() => ({ body: { month: MONTH } })),
  'PUT /period/reopen': firmWide(() => ({ body: { month: MONTH, reason: 'For the proof' } })),
  'GET /revaluation/preview': { of: () => ({ query: { month: MONTH } }) },
  'PUT /revaluation/book': firmWide(async ({ world }) => ({
    body: { month: await monthWithDollars(world.branch.id) },
  })),
  'PUT /revaluation/undo': firmWide(async () => ({ body: { ...(await lastRevalued()), reason: 'For the proof' } })),
};
