import { addDays, addMonths, type Day, firstOfMonth } from '../../domain/values/day.ts';
import { type BenchedCall, inForceOn } from './call-list.ts';

const SCA = '/api/sca/v1';

/** What a report is of: a security, a producer of policies, a class by its id and name. */
type Of = { security: number; producer: number; cover: { id: number; name: string }; today: Day };

const PAYABLE = `i.account in (select code from ledger_accounts where function = 'PREMIUM_PAYABLE')`;
const BROKERAGE = `l.account in (select code from ledger_accounts where function in ('BROKERAGE_INCOME', 'DEFERRED_BROKERAGE'))`;

/** What was open of items at the end of a day: what is open now, and what was settled since. */
const openThen = (day: Day, which: string): string => `
  select i.party_id, i.note_id, i.currency, i.due_on, i.outstanding + coalesce(l.amount, 0) as open from open_items i left join (
    select item_id, sum(amount) as amount from settlements where branch_id = any($1) and day > '${day}' group by 1) l on l.item_id = i.id
  where i.branch_id = any($1) and i.opened_on <= '${day}' and ${which} and i.outstanding + coalesce(l.amount, 0) <> 0`;

/** Rows in an order, the first of them, beside what all of them come to. */
const withTotals = (of: { ctes: string; rows: string; totals: string }): string =>
  `with ${of.ctes} select * from (${of.rows} limit 5001) f cross join (select jsonb_agg(x) as totals from (${of.totals}) x) t`;

const NOTED = `select r.name, p.broker_reference, d.name as insured, n.id, n.number, n.posted_on, n.due_on, n.amount`;
const ITS_PAPERS = `join parties r on r.id = n.party_id left join policies p on p.id = n.policy_id left join parties d on d.id = p.current_insured_id`;

/** Notes of securities of which something is open, party by party. */
const openNotes = (items: string, parts = 'true'): string =>
  withTotals({
    ctes: `open as materialized (select note_id, -sum(open) as open from (${items}) i where note_id is not null group by 1 having sum(open) <> 0)`,
    rows: `${NOTED}, o.open from open o join notes n on n.id = o.note_id ${ITS_PAPERS} order by r.name_key, r.id, n.posted_on, n.id`,
    totals: `select n.currency, sum(n.amount), sum(o.open), sum(x.released) from open o join notes n on n.id = o.note_id left join (
      select credit_note_id, sum(released) as released from note_parts where ${parts} group by 1) x on x.credit_note_id = n.id group by 1`,
  });

/** Notes of securities, the first party by party, with what all come to and what of all is open. */
const allNotes = (...days: Day[]): string =>
  withTotals({
    ctes: `own as (select * from notes n where n.branch_id = any($1) and n.status = 'ISSUED' and n.debit_note_id is not null)`,
    rows: `${NOTED}, (select sum(outstanding) from open_items where note_id = n.id) as open from (
        select n.* from parties r cross join unnest($1::int[]) b (id) cross join lateral (
          select * from own n where n.party_id = r.id and n.branch_id = b.id order by n.posted_on, n.id limit 5001) n
        where r.kind = 'SECURITY' and r.merged_into is null order by r.name_key, r.id, n.posted_on, n.id limit 5001) n ${ITS_PAPERS}
      order by r.name_key, r.id, n.posted_on, n.id`,
    totals: `select n.currency, sum(n.amount), sum(x.released), ${days
      .map(
        (day) =>
          `(select jsonb_agg(o) from (select currency, sum(open) from (${openThen(day, PAYABLE)}) i group by 1) o)`,
      )
      .join(
        ', ',
      )} from own n left join (select credit_note_id, sum(released) as released from note_parts group by 1) x on x.credit_note_id = n.id group by 1`,
  });

/** Everything at stake with a security on a day. */
const drilled = (security: number, day: Day): string => `
  select 1 as part, p.id, p.broker_reference as document, p.currency, p.sum_insured::numeric * l.share / 100000000 as amount
    from policy_lines l join policies p on p.id = l.policy_id
    where l.branch_id = any($1) and l.security_id = ${security} and ${inForceOn(`date '${day}'`)} and p.posted_on <= '${day}'
  union all
  select 2, p.id, p.broker_reference, p.currency, l.share_premium::numeric * (p.insurance_end_date - date '${day}') / (p.insurance_end_date - p.insurance_start_date + 1)
    from policy_lines l join policies p on p.id = l.policy_id
    where l.branch_id = any($1) and l.security_id = ${security} and p.status = 'APPROVED' and p.posted_on <= '${day}' and p.insurance_end_date > '${day}'
  union all
  select 3, n.id, n.number, o.currency, -o.open from (${openThen(day, `i.party_id = ${security} and ${PAYABLE}`)}) o join notes n on n.id = o.note_id
    join notes d on d.id = n.debit_note_id where exists (
      select from open_items i left join settlements s on s.item_id = i.id and s.day > '${day}' where i.note_id = d.id and i.outstanding + coalesce(s.amount, 0) <> 0)`;

const drill = (security: number, day: Day): string =>
  withTotals({
    ctes: `part as materialized (${drilled(security, day)})`,
    rows: 'select * from part order by part, document',
    totals: 'select part, currency, sum(amount) from part group by 1, 2',
  });

/** Movements of what is open of a class, the first by their days. */
const openOfClass = (cover: number): string => `
  with own as materialized (
    select i.id, i.opened_on, i.amount, i.note_id, n.number, r.name from policies p join notes n on n.policy_id = p.id join open_items i on i.note_id = n.id join parties r on r.id = i.party_id
    where p.branch_id = any($1) and p.cover_type_id in (select id from cover_types where coalesce(class_id, id) = ${cover}) and i.outstanding <> 0 and ${PAYABLE})
  select *, (select count(*) from own) from own order by opened_on, id limit 20`;

/** Reports with an option that makes another query of them, each beside the leanest SQL for the same answer. */
export function optionCalls({ security, producer, cover, today }: Of): BenchedCall[] {
  const monthEnd = addDays(firstOfMonth(today), -1);
  const lastYear = addDays(addMonths(firstOfMonth(today), -12), 9);
  const year = `${today.slice(0, 4)}-01-01`;
  const aged = (day: Day) =>
    withTotals({
      ctes: `note as materialized (select note_id, currency, sum(open) as open, min(due_on) as due_on from (${openThen(day, `i.party_id = ${security} and ${PAYABLE}`)}) i where note_id is not null group by 1, 2)`,
      rows: `select n.number, p.broker_reference, d.name, o.*, width_bucket(date '${day}' - o.due_on, array[1, 31, 61, 91]), (select sum(released) from note_parts where credit_note_id = n.id)
        from note o join notes n on n.id = o.note_id left join policies p on p.id = n.policy_id left join parties d on d.id = p.current_insured_id order by o.due_on, n.id`,
      totals: `select o.currency, width_bucket(date '${day}' - o.due_on, array[1, 31, 61, 91]), sum(o.open), sum(x.released) from note o left join (
        select credit_note_id, sum(released) as released from note_parts where party_id = ${security} group by 1) x on x.credit_note_id = o.note_id group by 1, 2`,
    });
  const calls: (readonly [name: string, path: string, bound: string])[] = [
    ['statement of all securities', 'paymentvoucher/securityreport?param=ALL', allNotes(today)],
    [
      'statement of all securities, beside the last month’s end',
      `paymentvoucher/securityreport?param=ALL&beside=${monthEnd}`,
      allNotes(today, monthEnd),
    ],
    [
      'statement of all securities, what is open',
      'paymentvoucher/securityreport?param=ALL&open=only',
      openNotes(openThen(today, PAYABLE)),
    ],
    [
      'statement of a security, what is open',
      `paymentvoucher/securityreport?param=${security}&open=only`,
      openNotes(openThen(today, `i.party_id = ${security} and ${PAYABLE}`), `party_id = ${security}`),
    ],
    ['ageing of a security’s notes', `paymentvoucher/ageingsummaryreport?param=${security}`, aged(today)],
    [
      'ageing of a security’s notes at the last month’s end',
      `paymentvoucher/ageingsummaryreport?param=${security}&asat=${monthEnd}`,
      aged(monthEnd),
    ],
    [
      'insolvency drill at the last month’s end',
      `securities/insolvency?param=${security}&asat=${monthEnd}`,
      drill(security, monthEnd),
    ],
    [
      'insolvency drill a year ago',
      `securities/insolvency?param=${security}&asat=${lastYear}`,
      drill(security, lastYear),
    ],
    [
      'insolvency drill beside the last month’s end',
      `securities/insolvency?param=${security}&beside=${monthEnd}`,
      withTotals({
        ctes: `part as materialized (
          select part, id, document, currency, sum(own) as own, sum(other) as other from (
            select *, amount as own, 0 as other from (${drilled(security, today)}) x union all select *, 0, amount from (${drilled(security, monthEnd)}) y) z group by 1, 2, 3, 4)`,
        rows: 'select * from part order by part, document',
        totals: 'select part, currency, sum(own), sum(other) from part group by 1, 2',
      }),
    ],
    [
      'what is open of a class',
      `ledger/openitems?side=PAYABLE&class=${encodeURIComponent(cover.name)}&length=20`,
      openOfClass(cover.id),
    ],
    [
      'production behind a class',
      `aggregate/dashboardpremiumoverview?by=class&key=${cover.id}&length=20`,
      `with own as materialized (select p.id, p.posted_on, p.broker_reference, p.fac_premium, p.currency from policies p
          where p.branch_id = any($1) and p.status = 'APPROVED' and p.posted_on >= '${year}' and p.cover_type_id in (select id from cover_types where coalesce(class_id, id) = ${cover.id}))
        select *, (select count(*) from own), (select jsonb_agg(x) from (select currency, sum(fac_premium) from own group by 1) x) from own order by posted_on desc, id desc limit 20`,
    ],
    [
      'securities summary, lines of a class',
      `underwriting/s3/lines?class=${encodeURIComponent(cover.name)}`,
      `select s.name, p.id, p.broker_reference, l.share_premium, l.net_payable from policies p join policy_lines l on l.policy_id = p.id join parties s on s.id = l.security_id
        where p.branch_id = any($1) and p.status = 'APPROVED' and p.cover_type_id in (select id from cover_types where coalesce(class_id, id) = ${cover.id})
        order by s.name_key, s.id, p.posted_on, p.id limit 5001`,
    ],
    ...(
      [
        ['a producer', `by=producer&key=${producer}`, `p.producer_id = ${producer}`],
        [
          'a class',
          `by=class&key=${cover.id}`,
          `p.cover_type_id in (select id from cover_types where coalesce(class_id, id) = ${cover.id})`,
        ],
      ] as const
    ).map(
      ([of, query, which]) =>
        [
          `brokerage, entries of ${of}`,
          `underwriting/brokerage/lines?${query}`,
          `select l.entry_id, l.day, e.event, p.broker_reference, sum(l.amount), sum(l.base_amount) from policies p join journal_entries e on e.source_kind = 'policy' and e.source_id = p.id
            join journal_lines l on l.entry_id = e.id where p.branch_id = any($1) and ${which} and l.day >= '${year}' and ${BROKERAGE} group by 1, 2, 3, 4 order by 2, 1 limit 5001`,
        ] as const,
    ),
    [
      'premiums behind the result of a class',
      `claim/underwritingreport/premiums?by=class&key=${cover.id}`,
      `select p.broker_reference, e.number, p.fac_premium, e.fac_premium from (
          select * from policies p where p.branch_id = any($1) and p.status = 'APPROVED' and p.cover_type_id in (select id from cover_types where coalesce(class_id, id) = ${cover.id})
          order by p.broker_reference limit 5001) p left join endorsements e on e.policy_id = p.id and e.status = 'APPROVED' order by p.broker_reference limit 5001`,
    ],
  ];
  return calls.map(([name, path, bound]) => ({ name, path: `${SCA}/${path}`, bound }));
}
