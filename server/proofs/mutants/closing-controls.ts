import { codeOf } from '../../testing/chart.ts';
import type { Control } from './control.ts';
import { refuses, type Probe } from './probes.ts';

const HEAD = `branch_id, made_by, made_at`;
const FROM = `from (select branch_id, made_by, now() as made_at from policies order by id limit 1) p`;

/** A month is revalued once in a branch. M7. */
const revaluedOnce: Probe = (rig) => {
  const revalued = `insert into revaluations (${HEAD}, month, gain, loss) select ${HEAD}, date '2020-01-01', 0, 0 ${FROM}`;
  return refuses(rig, 'owner', [revalued, revalued]);
};

/** A year is closed once in a branch. M8. */
const yearClosedOnce: Probe = (rig) => {
  const closed = `insert into year_closings (${HEAD}, first_day, last_day, result) select ${HEAD}, date '2020-01-01', date '2020-12-31', 0 ${FROM}`;
  return refuses(rig, 'owner', [closed, closed]);
};

/** What has no amount is an exchange difference, or is where values in base alone change. G3. */
const baseAloneWhereItMay: Probe = (rig) => {
  const lines = `(values ('${codeOf('BROKERAGE_INCOME')}', -5), ('${codeOf('EXPENSES')}', 5)) l (account, base)`;
  return refuses(rig, 'owner', [
    `insert into journal_entries (branch_id, day, event, source_kind, source_id, narration, made_by)
      select 1, '2026-03-02', 'PROBE_OF_BASE', 'policy', min(id), 'probe', min(made_by) from policies`,
    `insert into journal_lines (entry_id, branch_id, day, account, currency, amount, base_amount)
      select e.id, 1, '2026-03-02', l.account, 'USD', 0, l.base from (select max(id) as id from journal_entries) e, ${lines}`,
  ]);
};

/** A closed month takes no posting, whichever call it comes by. */
const monthEndIntoClosed: Probe = async (rig) => {
  await rig.ownerPool.query(
    `insert into closed_periods (month, closed_by) select '2026-01-01', min(id) from users on conflict do nothing`,
  );
  await rig.ownerPool.query(`update currencies set active = true where code = 'USD';
    insert into exchange_rates (currency, day, rate) values ('USD', '2026-01-31', 1300000000000) on conflict do nothing;
    insert into daily_balances (branch_id, account, party_id, tax_id, bank_account_id, currency, day, debit, credit, base_debit, base_credit)
    select 1, '${codeOf('CLIENT_BANK')}', 0, 0, id, 'USD', '2026-01-15', 100, 0, 1, 0 from bank_accounts
    where currency = 'USD' and account = '${codeOf('CLIENT_BANK')}' order by id limit 1 on conflict do nothing`);
  await rig.call('root', 'PUT /api/sca/v1/revaluation/book', { body: { month: '2026-01' } });
  const { rows } = await rig.ownerPool.query(`select 1 from journal_entries where day = '2026-01-31'`);
  return rows.length === 0;
};

const NEVER_CLOSED = `create function never_closed() returns trigger language plpgsql as $f$ begin return null; end $f$;
  create trigger never_closed before insert on closed_periods for each row execute function never_closed()`;

/** The controls of month's and year's ends. */
export const CLOSING_CONTROLS: readonly Control[] = [
  {
    name: 'a month is revalued once',
    probe: revaluedOnce,
    mutants: { 'revaluations may repeat': { sql: 'drop index revaluation_once' } },
  },
  {
    name: 'a year is closed once',
    probe: yearClosedOnce,
    mutants: { 'closings may repeat': { sql: 'drop index year_closed_once' } },
  },
  {
    name: 'a line without an amount is an exchange difference, or of a revaluation or a year’s end',
    probe: baseAloneWhereItMay,
    mutants: { 'the lines’ check is gone': { sql: 'drop trigger balanced_entry on journal_lines' } },
  },
  {
    name: 'a closed month is not revalued',
    probe: monthEndIntoClosed,
    mutants: { 'months are never closed': { sql: NEVER_CLOSED } },
  },
];
