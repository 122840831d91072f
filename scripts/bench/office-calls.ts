import { financialYearOf } from '../../domain/values/financial-year.ts';
import type { Day } from '../../domain/values/day.ts';
import type { BenchedCall } from './call-list.ts';

const SCA = '/api/sca/v1';

/** What an office asks for besides lists, reports and pages of records: before it decides, while it enters cash, and of its registers. */
export const officeCalls = (of: { policy: number; reinsured: number; today: Day }): BenchedCall[] => [
  {
    name: 'what approving a policy will do',
    path: `${SCA}/underwriting/preview/${of.policy}`,
    bound: `select p.*, r.name, i.name, k.name, array(select l::text from policy_lines l join parties q on q.id = l.security_id where l.policy_id = p.id) as lines,
      array(select t::text from policy_taxes t where t.policy_id = p.id) as taxes, array(select r::text from exchange_rates r where r.currency = p.currency order by r.day desc limit 1) as rate,
      array(select x.broker_reference from policies x where x.reinsured_id = p.reinsured_id and x.cedant_policy_number <> '' and lower(x.cedant_policy_number) = lower(p.cedant_policy_number)
        and x.cover_end_date >= p.insurance_start_date and x.insurance_start_date <= p.insurance_end_date and x.id <> p.id limit 10) as same
      from policies p join parties r on r.id = p.reinsured_id join parties i on i.id = p.insured_id join cover_types k on k.id = p.cover_type_id where p.id = ${of.policy} and p.branch_id = any($1)`,
  },
  {
    name: 'open notes that a payer’s cash can pay',
    path: `${SCA}/receivable/opennotes?reinsured=${of.reinsured}&currency=KES`,
    // The walk ends where it has as many notes as the form shows.
    bound: `select n.id, n.number, n.amount - n.settled, p.broker_reference, i.name, o.due_on from (
        select note_id, min(due_on) as due_on from (
          select note_id, due_on from open_items where branch_id = any($1) and party_id = ${of.reinsured} and currency = 'KES' and outstanding > 0 and note_id is not null
            and account = any(array(select code from ledger_accounts where function = 'PREMIUM_RECEIVABLE')) order by due_on limit 1000) x group by 1) o
      join notes n on n.id = o.note_id left join policies p on p.id = n.policy_id left join parties i on i.id = p.insured_id order by o.due_on limit 500`,
  },
  {
    name: 'months of a year',
    path: `${SCA}/period/items`,
    bound: `select date_trunc('month', day), sum(n) from (select day, count(*) as n from journal_entries
      where branch_id = any($1) and day >= '${financialYearOf(of.today, 1)}-01-01' group by 1) days group by 1`,
  },
  {
    name: 'terms of payment',
    path: `${SCA}/paymentterms/items`,
    bound: `select payment_terms, count(*) from policies where branch_id = any($1) group by 1`,
  },
  {
    name: 'chart of accounts',
    path: `${SCA}/ledgeraccount/items`,
    bound: `select a.*, (select count(distinct (party_id, tax_id, bank_account_id)) from daily_balances d where d.account = a.code and d.branch_id = any($1)) from ledger_accounts a`,
  },
  {
    name: 'numbering',
    path: `${SCA}/numbering/items`,
    bound: `select * from counters where branch_id = any($1)`,
  },
];
