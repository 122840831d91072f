/** Of money owed and of the ledger. */
import * as ledger from '../../../domain/explained/ledger.ts';
import * as money from '../../../domain/explained/money.ts';
import * as statementsOf from '../../../domain/explained/statements.ts';
import * as production from '../../../domain/explained/production.ts';
import { yearOf } from '../../../domain/values/day.ts';
import {
  type Arithmetic,
  asAt,
  ASKED,
  between,
  buckets,
  byNote,
  idOf,
  ITEMS,
  LINES,
  MADE,
  NOTES,
  ofAll,
  REVALUED,
  sumOf,
  TAXING,
} from './books.ts';
import { APART, RELEASED } from './released.ts';

const trialBalance: Arithmetic = {
  report: ledger.trialBalanceRows,
  query: between,
  key: ({ account, currency }) => [account, currency],
  sql: `with ${ASKED}, ${LINES}
    select concat_ws(' ', account, currency) as key, ${sumOf('amount', 'not within')} as opening, ${sumOf('amount', 'within and amount > 0')} as debit,
      -${sumOf('amount', 'within and amount < 0')} as credit, sum(amount) as closing, ${sumOf('base_amount', 'not within')} as base_opening,
      ${sumOf('base_amount', 'within and base_amount > 0')} as base_debit, -${sumOf('base_amount', 'within and base_amount < 0')} as base_credit,
      sum(base_amount) as base_closing
    from lines group by account, currency`,
};

const ofParty = (
  functions: string,
  { sign, ages, more = '', joined = '' }: { sign: string; ages: string; more?: string; joined?: string },
): string => `with ${ASKED}, ${LINES}, ${ITEMS} ${more},
  booked as (
    select party_id, currency, ${sign}sum(amount) as total, ${sign}${sumOf('base_amount', `event not in ${REVALUED}`)} as base_total
    from lines where function in (${functions}) group by 1, 2),
  aged as (select party_id, currency, ${ages} from items where function in (${functions}) group by 1, 2)
  select concat_ws(' ', party_id, currency) as key, * from aged full join booked using (party_id, currency) ${joined}`;
const RECEIVABLE = `'PREMIUM_RECEIVABLE', 'UNALLOCATED_CASH'`;
const OWED = `${buckets('open', `function = 'PREMIUM_RECEIVABLE'`)}, -${sumOf('open', `function = 'UNALLOCATED_CASH'`)} as unallocated`;
const PAYABLE = `'PREMIUM_PAYABLE'`;

const ageing: Arithmetic = {
  report: money.receivables,
  query: asAt,
  key: ({ party, currency }) => [idOf(party), currency],
  sql: ofParty(RECEIVABLE, { sign: '', ages: OWED }),
};
const released = { released: 'true' };
const payables: Arithmetic = {
  report: money.payables,
  query: (span) => ({ ...asAt(span), ...released }),
  key: ({ party, currency }) => [idOf(party), currency],
  sql: ofParty(PAYABLE, {
    sign: '-',
    ages: `${buckets('-open', 'true')}, -${sumOf('open', 'amount >= 0')} as returns`,
    more: `, ${RELEASED}, of_party as (select party_id, currency, ${APART} from apart group by 1, 2)`,
    joined: 'left join of_party using (party_id, currency)',
  }),
};
const agedNotes: Arithmetic = {
  report: money.receivableNotes,
  query: ofAll,
  key: ({ reinsured, note, receipt, currency }) => [idOf(reinsured), idOf(note), idOf(receipt), currency],
  sql: `with ${ASKED}, ${ITEMS}
    select concat_ws(' ', party_id, coalesce(note_id::text, ''), coalesce(receipt_id::text, ''), currency) as key, currency, ${OWED}, sum(open) as total
    from items where function in (${RECEIVABLE}) group by party_id, note_id, receipt_id, currency`,
};
const payableNotes: Arithmetic = {
  report: money.payableNotes,
  query: (span) => ({ ...ofAll(span), ...released }),
  key: ({ security, note, currency }) => [idOf(security), idOf(note), currency],
  sql: `with ${ASKED}, ${ITEMS}, ${RELEASED},
    aged as (select party_id, note_id, currency, ${buckets('-open', 'true')}, -sum(open) as total from items where function in (${PAYABLE}) group by party_id, note_id, currency)
    select concat_ws(' ', party_id, coalesce(note_id::text, ''), currency) as key, a.*, p.released, least(p.released, p.due) as due_released, p.due - least(p.released, p.due) as due_awaiting
    from aged a left join apart p using (party_id, note_id, currency)`,
};

const STATEMENT = `with ${ASKED}, ${ITEMS}, ${NOTES}
  select n.number as key, n.currency, n.signed as amount, sum(i.paid) as paid, sum(i.lost) as uncollectable, sum(i.open) as balance, sum(i.base_open) as base_balance
  from (select *, case kind when 'DN' then amount else -amount end as signed from noted where debit_note_id is null and purpose in ('PREMIUM', 'RETURN')) n
  join items i on i.note_id = n.id and i.function = 'PREMIUM_RECEIVABLE' group by n.number, n.currency, n.signed`;
const statement: Arithmetic = { report: statementsOf.statements, query: ofAll, key: byNote, sql: STATEMENT };
const statements: Arithmetic = { report: statementsOf.allStatements, query: asAt, key: byNote, sql: STATEMENT };
const statement2: Arithmetic = { ...statement, report: statementsOf.statements2 };
const statements2: Arithmetic = { ...statements, report: statementsOf.allStatements2 };

const outstanding: Arithmetic = {
  report: money.outstanding,
  query: asAt,
  key: ({ reinsured, currency }) => [idOf(reinsured), currency],
  sql: `with ${ASKED}, ${LINES}, ${ITEMS},
    by_note as (select note_id, party_id, currency, sum(amount) as amount, sum(paid) as paid, sum(lost) as uncollectable, sum(open) as balance, ${sumOf('open', 'late > 0')} as overdue
      from items where function = 'PREMIUM_RECEIVABLE' group by 1, 2, 3 having sum(open) <> 0),
    notes_of as (select party_id, currency, sum(amount) as amount, sum(paid) as paid, sum(uncollectable) as uncollectable, sum(balance) as balance, sum(overdue) as overdue from by_note group by 1, 2),
    booked as (select party_id, currency, -${sumOf('amount', `function = 'UNALLOCATED_CASH'`)} as unallocated, sum(amount) as owed,
      ${sumOf('base_amount', `event not in ${REVALUED}`)} as base_owed from lines where function in (${RECEIVABLE}) group by 1, 2)
    select concat_ws(' ', party_id, currency) as key, * from notes_of full join booked using (party_id, currency)`,
};
const securityStatement: Arithmetic = {
  report: statementsOf.securityNotes,
  query: ofAll,
  key: byNote,
  sql: `with ${ASKED}, ${ITEMS}, ${NOTES}, ${RELEASED}
    select n.number as key, n.currency, n.signed as amount, -sum(i.paid) as paid, -sum(i.lost) as uncollectable, -sum(i.open) as balance, -sum(i.base_open) as base_balance, r.released
    from (select *, case kind when 'CN' then amount else -amount end as signed from noted where debit_note_id is not null) n
    join items i on i.note_id = n.id and i.function = 'PREMIUM_PAYABLE' left join released r on r.note_id = n.id group by n.number, n.currency, n.signed, r.released`,
};

const taxReturn: Arithmetic = {
  report: ledger.taxReturnRows,
  query: between,
  key: ({ tax, currency }) => [idOf(tax), currency],
  sql: `with ${ASKED}, ${LINES}
    select concat_ws(' ', tax_id, currency) as key, -${sumOf('amount', 'not within')} as opening,
      -${sumOf('amount', `within and act in ${TAXING} and amount < 0`)} as charged, -${sumOf('amount', `within and act in ${TAXING} and amount > 0`)} as returned,
      -${sumOf('amount', `within and act = 'CERTIFICATE'`)} as certified, -${sumOf('amount', `within and act = 'UNCOLLECTABLE'`)} as uncollectable,
      -${sumOf('amount', `within and act = 'VOUCHER_PAID'`)} as remitted, -sum(amount) as closing, -${sumOf('base_amount', `within and act in ${TAXING}`)} as base_charged
    from lines where function = 'TAXES_PAYABLE' group by tax_id, currency`,
};

const clientMoney: Arithmetic = {
  report: ledger.clientMoneyRows,
  query: asAt,
  key: ({ branch, currency }) => [branch, currency],
  sql: `with ${ASKED}, ${LINES}, ${ITEMS},
    held as (select branch_id, currency, sum(amount) as held from lines where function = 'CLIENT_BANK' group by 1, 2),
    cash as (select i.branch_id, i.currency, -sum(i.open) as unallocated from items i join receipts r on r.id = i.receipt_id
      left join bank_accounts k on k.id = r.bank_account_id where (k.id is null or k.purpose = 'CLIENT') and i.function = 'UNALLOCATED_CASH' group by 1, 2),
    passed as (select branch_id, currency, sum(amount) as between_branches from lines
      where function = 'INTER_BRANCH' and act in ('CASH_PASSED_ON', 'CASH_TAKEN_OVER') group by 1, 2)
    select concat_ws(' ', b.code, currency) as key, held, unallocated, between_branches
    from held full join cash using (branch_id, currency) full join passed using (branch_id, currency) join branches b on b.id = branch_id`,
};

/** Between two accounts of ours an entry has banks on both of its sides; a reversal takes off the side that it reverses. */
const metrics: Arithmetic = {
  report: production.metrics,
  query: ({ last }) => ({ year: String(yearOf(last)) }),
  key: ({ month }) => [month],
  sql: `with ${ASKED}, ${MADE},
    cash as (
      select to_char(l.day, 'YYYY-MM') as key, l.base_amount as amount, (l.base_amount > 0) = (e.reverses_id is null) as received
      from asked q join journal_lines l on l.branch_id = any(q.branches) join ledger_accounts a on a.code = l.account and a.function = 'CLIENT_BANK'
      join journal_entries e on e.id = l.entry_id and e.event not in ${REVALUED}
      where date_trunc('year', l.day) = date_trunc('year', q.last) and not exists (
        select 1 from journal_lines o join ledger_accounts b on b.code = o.account and b.function in ('CLIENT_BANK', 'OFFICE_BANK')
        where o.entry_id = l.entry_id and sign(o.base_amount) = -sign(l.base_amount))),
    figures as (
      select to_char(m.posted_on, 'YYYY-MM') as key, m.base_premium as premium, m.base_brokerage as brokerage, 0::bigint as claims, 0::bigint as receipts, 0::bigint as payments
      from asked q join made m on date_trunc('year', m.posted_on) = date_trunc('year', q.last)
      union all
      select to_char(n.posted_on, 'YYYY-MM'), 0, 0, n.base_amount, 0, 0 from asked q join notes n on n.branch_id = any(q.branches)
      where n.purpose = 'CLAIM' and n.status = 'ISSUED' and date_trunc('year', n.posted_on) = date_trunc('year', q.last)
      union all
      select key, 0, 0, 0, case when received then amount else 0 end, case when received then 0 else -amount end from cash)
    select key, sum(premium) as premium, sum(brokerage) as brokerage, sum(claims) as claims, sum(receipts) as receipts, sum(payments) as payments
    from figures group by key`,
};

/** Ledger, ageing, statements, taxes, client money. */
export const OF_MONEY: readonly Arithmetic[] = [
  trialBalance,
  ageing,
  payables,
  agedNotes,
  payableNotes,
  statement,
  statement2,
  statements,
  statements2,
  outstanding,
  securityStatement,
  taxReturn,
  clientMoney,
  metrics,
];
