import { addMonths, lastOfMonth } from '../../../domain/values/day.ts';
import { codeOf } from '../../testing/chart.ts';
import { fixtures } from './fixtures.ts';
import type { Sample } from './samples.ts';

const firmWide = (of: Sample['of']): Sample => ({ of, firmWide: true });

const MONTH = '2025-06';
const bank = `(select min(id) from bank_accounts where currency = 'USD' and account = '${codeOf('CLIENT_BANK')}')`;

type Entry = { branch: number; day: string; currency: string };

/** Books 1.00 of a currency, one hundredth in base, from one account to another; `of` is the first one’s bank. */
async function book({ branch, day, currency }: Entry, accounts: readonly [string, string], of = 'null'): Promise<void> {
  const lines = `(values ('${accounts[0]}', ${of}::int, 100, 1), ('${accounts[1]}', null, -100, -1)) as l (account, bank, amount, base)`;
  await fixtures.first(`
    with entry as (
      insert into journal_entries (branch_id, day, event, source_kind, source_id, narration, made_by)
      select ${branch}, '${day}', 'ALLOCATION', 'policy', min(id), 'An entry of the proof', min(made_by) from policies where branch_id = ${branch}
      returning id),
    line as (
      insert into journal_lines (entry_id, branch_id, day, account, bank_account_id, currency, amount, base_amount)
      select e.id, ${branch}, '${day}', l.account, l.bank, '${currency}', l.amount, l.base from entry e, ${lines})
    insert into daily_balances (branch_id, account, party_id, tax_id, bank_account_id, currency, day, debit, credit, base_debit, base_credit)
    select ${branch}, l.account, 0, 0, coalesce(l.bank, 0), '${currency}', '${day}', greatest(l.amount, 0), greatest(-l.amount, 0), greatest(l.base, 0), greatest(-l.base, 0)
    from ${lines}`);
}

let revalued = 0;

/** A month of long ago, each time the next, at whose end the branch has dollars and the firm a rate. */
async function monthWithDollars(branch: number): Promise<string> {
  const day = addMonths('2001-01-01', (revalued += 1));
  await book({ branch, day, currency: 'USD' }, [codeOf('CLIENT_BANK'), codeOf('EXCHANGE_CLEARING')], bank);
  await fixtures.first(
    `insert into exchange_rates (currency, day, rate) values ('USD', '${lastOfMonth(day)}', 1300000000000) on conflict do nothing`,
  );
  return day.slice(0, 7);
}

let closed = 0;

/** A year of still longer ago, each time the one before, with income in a month that is closed. */
async function yearWithIncome(branch: number): Promise<number> {
  const year = 2000 - (closed += 1);
  const day = `${year}-05-01`;
  await book({ branch, day, currency: 'USD' }, [codeOf('EXCHANGE_CLEARING'), codeOf('BROKERAGE_INCOME')]);
  await fixtures.first(`insert into closed_periods (month, closed_by) select '${day}', min(id) from users`);
  return year;
}

const lastRevalued = () =>
  fixtures.first(
    `select coalesce(to_char(max(month), 'YYYY-MM'), '${MONTH}') as month from revaluations where status = 'BOOKED'`,
  );

/** What is done at the ends of months, by root alone and for the whole firm. */
export const CLOSING_SAMPLES: Record<string, Sample> = {
  'GET /period/preview': firmWide(() => ({ query: { month: MONTH } })),
  'GET /period/checklist': { of: () => ({ query: { month: MONTH } }) },
  'GET /year/preview': { of: () => ({ query: { year: 2025 } }) },
  'PUT /year/close': firmWide(async ({ world }) => ({ body: { year: await yearWithIncome(world.branch.id) } })),
  'PUT /period/close': firmWide(() => ({ body: { month: MONTH } })),
  'PUT /period/reopen': firmWide(() => ({ body: { month: MONTH, reason: 'For the proof' } })),
  'GET /revaluation/preview': { of: () => ({ query: { month: MONTH } }) },
  'PUT /revaluation/book': firmWide(async ({ world }) => ({
    body: { month: await monthWithDollars(world.branch.id) },
  })),
  'PUT /revaluation/undo': firmWide(async () => ({ body: { ...(await lastRevalued()), reason: 'For the proof' } })),
};
