import type { Day } from '../../domain/values/day.ts';
import type { BenchedCall } from './call-list.ts';
import { registered } from './claim-bounds.ts';

const SCA = '/api/sca/v1';

type Of = { number: string; receivable: string; today: Day };

/** What a search of reports finds by the number of a policy, and by a name that nearly all parties have; and the orders in which what is open is read. */
export function searchCalls({ number, receivable, today }: Of): BenchedCall[] {
  const text = number.toLowerCase();
  const isNumber = (column: string) =>
    `(lower(${column}) like '${text}%' or reverse(lower(${column})) like '${text.split('').toReversed().join('')}%')`;
  // Where nobody says what kind of text it is: notes by their number or their policy's, receipts and parties by theirs.
  const ofNumber = `(
    select i.* from open_items i where i.outstanding <> 0 and i.note_id = any(array(
      select n.id from notes n where n.branch_id = any($1) and ${isNumber('n.number')}
      union select n.id from policy_texts x join notes n on n.policy_id = x.id where x.branch_id = any($1) and ${isNumber('x.broker_reference')}
      union select n.id from policy_texts x join claims c on c.policy_id = x.id join notes n on n.claim_id = c.id where x.branch_id = any($1) and ${isNumber('x.broker_reference')}))
    union select i.* from receipts r join open_items i on i.receipt_id = r.id and i.outstanding <> 0 where r.branch_id = any($1) and r.search_text like '%${text}%'
    union select i.* from parties p join open_items i on i.party_id = p.id and i.outstanding <> 0 where p.search_text like '%${text}%' and i.branch_id = any($1)) i
    join notes n on n.id = i.note_id join policies x on x.id = n.policy_id join parties p on p.id = i.party_id where true`;
  const payable = `account = any(array(select code from ledger_accounts where function = 'PREMIUM_PAYABLE'))`;
  const named = `party_id = any(array(select id from parties where lower(name) like '%insurance%'))`;
  // An answer says as well how many there are without the search, as far as they are counted.
  const open = (of: string, rows = '10001') =>
    `(select count(distinct note_id) from (select note_id from open_items where branch_id = any($1) and ${of} and outstanding <> 0 limit ${rows}) x) as all_count`;
  // The balance of the side's accounts by month, which the call shows beside its rows.
  const trend = (of: string) =>
    `array(select (month, sum(base_amount))::text from control_months where branch_id = any($1) and ${of} group by month) as trend`;
  const calls: (readonly [name: string, path: string, bound: string])[] = [
    [
      'due to reinsurers, a search: a number',
      `aggregate/dashboardamoundduetoreinsurersoverview?length=20&searchValue=${text}`,
      `select n.id, n.number, n.amount, p.name, x.broker_reference, min(i.due_on), sum(i.outstanding), sum(i.base_outstanding), ${open(payable, '20000')}, ${trend(payable)} from ${ofNumber} and i.${payable} group by n.id, p.id, x.id`,
    ],
    [
      'due to us, a search: nearly all parties',
      `aggregate/dashboardamoundduetouusoverview?length=20&searchValue=insurance`,
      `with sums as (select currency, sum(amount), sum(base_amount) from open_sums where branch_id = any($1) and account = '${receivable}' and ${named} group by 1),
        counted as (select count(*) from (select from open_items where branch_id = any($1) and account = '${receivable}' and outstanding <> 0 and ${named} limit 10001) x)
        select i.*, n.number, p.name, counted.*, ${trend(`account = '${receivable}'`)} from counted, (select * from open_items where branch_id = any($1) and account = '${receivable}' and outstanding <> 0
          and note_id is not null and ${named} order by due_on, note_id limit 20) i join notes n on n.id = i.note_id join parties p on p.id = i.party_id`,
    ],
    [
      'premium of the year, a search: a number',
      `aggregate/dashboardpremiumoverview?length=20&searchValue=${text}`,
      // As the page shows them: how many there are without the search, and the year's months.
      `select p.id, p.broker_reference, r.name, i.name, p.posted_on, p.fac_premium, p.base_fac_premium,
          (select count(*) from (select from production where branch_id = any($1) and posted_on >= date_trunc('year', current_date) limit 10001) x),
          array(select (month, currency, sum(base_fac_premium))::text from production_totals where branch_id = any($1) and month > current_date - interval '12 months' group by month, currency)
        from policies p join parties r on r.id = p.reinsured_id join parties i on i.id = p.current_insured_id
        where p.id = any(array(select id from policy_texts where branch_id = any($1) and search_text like '%${text}%' and market = 'LOCAL')) and p.posted_on >= date_trunc('year', current_date)`,
    ],
    [
      'what is open of a side, the first',
      'ledger/openitems?side=PAYABLE&length=20',
      `select i.*, n.number, p.name, e.event, u.name, (select count(*) from (select from open_items where branch_id = any($1) and ${payable} and outstanding <> 0 limit 10001) x)
        from (select * from open_items where branch_id = any($1) and ${payable} and outstanding <> 0 order by least(opened_on, settled_from), id limit 20) i
        join notes n on n.id = i.note_id join parties p on p.id = i.party_id join journal_entries e on e.id = i.entry_id join users u on u.id = e.made_by`,
    ],
    [
      'what is open of a side, a search: a number',
      `ledger/openitems?side=PAYABLE&length=20&searchValue=${text}`,
      `select i.*, n.number, p.name, e.event, u.name, s.amount, ${open(payable)} from (select i.* from ${ofNumber} and i.${payable}) i join notes n on n.id = i.note_id join parties p on p.id = i.party_id
        join journal_entries e on e.id = i.entry_id join users u on u.id = e.made_by left join settlements s on s.item_id = i.id`,
    ],
    [
      'reminders, a search: a number',
      `statements/reminders?length=20&searchValue=${text}`,
      `with c as (select count(*) as all_count from (select from open_items i join notes n on n.id = i.note_id and n.purpose = 'PREMIUM' and n.kind = 'DN' and n.status = 'ISSUED'
            and n.debit_note_id is null where i.branch_id = any($1) and i.account = '${receivable}' and i.outstanding > 0 and i.due_on < current_date - 7
            and not exists (select from reminder_lines r where r.open_item_id = i.id and r.live) limit 10001) x)
        select * from c left join (select n.number, p.name, i.due_on, i.outstanding from ${ofNumber} and i.account = '${receivable}' and i.due_on < current_date - 7) d on true`,
    ],
    [
      'register of claims, a search',
      'claim/claimreport?length=20&searchValue=2025',
      registered(today, `search_text like '%2025%'`),
    ],
    [
      'renewals that nothing is done about',
      'underwriting/renewals?state=OPEN&length=20',
      `select p.currency, count(*), sum(p.current_fac_premium), sum(p.base_fac_premium) from policies p left join policies n on n.renewed_from_id = p.id and n.status <> 'DISABLED'
        where p.branch_id = any($1) and p.status = 'APPROVED' and p.cancelled_from is null and p.cover_end_date between current_date and current_date + 60
          and p.not_renewed_reason is null and n.id is null group by 1`,
    ],
    [
      'renewals, a search: a number',
      `underwriting/renewals?length=20&searchValue=${text}`,
      `select p.* from policies p where p.id = any(array(select id from policy_texts where branch_id = any($1) and search_text like '%${text}%' and market = 'LOCAL'))
        and p.status = 'APPROVED' and p.cover_end_date between current_date and current_date + 60`,
    ],
  ];
  return calls.map(([name, path, bound]) => ({ name, path: `${SCA}/${path}`, bound }));
}
