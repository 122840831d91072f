import { keptActions } from '../../domain/records/audit-actions.ts';
import { ACCESS_ACTIONS } from '../../domain/reports/access-log.ts';
import { addDays, addMonths, type Day, firstOfMonth } from '../../domain/values/day.ts';
import { claimsWith, registered } from './claim-bounds.ts';
import { type BenchedCall, FORCE, MONTHLY, shownWith } from './call-list.ts';

const SCA = '/api/sca/v1';

/** What a report is of where it is of one: a reinsured, a security, a policy's number, an account of the chart. */
type Of = { reinsured: number; security: number; number: string; receivable: string; bank: number; today: Day };

const OPEN_OF_NOTE = '(select sum(outstanding) from open_items i where i.note_id = n.id)';

/** The first of them, and how many there are. */
const counted = (rows: string): string =>
  `with x as materialized (${rows}) select *, (select count(*) from x) as found from x order by id limit 20`;

/** The first parties of some kinds with what is open with them, what they brought and what is in force. */
const withFigures = (kinds: string): string => `select t.*, o.open, m.premium, d.in_force
  from (select * from parties where kind in (${kinds}) order by name_key limit 20) t
  left join (select party_id, sum(base_amount) as open from open_sums where branch_id = any($1) group by 1) o on o.party_id = t.id
  left join lateral (select sum(premium) as premium from party_months where branch_id = any($1) and party_id = t.id) m on true
  left join lateral (select sum(in_force) as in_force from party_days where branch_id = any($1) and party_id = t.id and day <= current_date) d on true`;

const GIVEN_OUT = `action in (${keptActions([...ACCESS_ACTIONS.OUT, ...ACCESS_ACTIONS.TRIED])
  .map((action) => `'${action}'`)
  .join(', ')})`;

/** The first documents with taxes, beside what all of them come to. */
const taxed = (during = ''): string => `select * from (
    select p.posted_on, p.id, p.broker_reference, r.name, i.name, t.tax_id, sum(l.share_premium), sum(t.amount) from policy_taxes t join policy_lines l on l.id = t.line_id
    join policies p on p.id = t.policy_id join parties r on r.id = p.reinsured_id join parties i on i.id = p.current_insured_id
    where t.branch_id = any($1) ${during} group by 1, 2, 3, 4, 5, 6 order by 1, 2 limit 5001) f
  cross join (select jsonb_agg(x) from (select p.currency, sum(l.share_premium), sum(t.amount) from policy_taxes t join policy_lines l on l.id = t.line_id
    join policies p on p.id = t.policy_id where t.branch_id = any($1) ${during} group by 1) x) t`;

/** Reports besides those of `callsOf`, each beside one pass over the rows that it is of: its name, its call, that pass. */
export function reportCalls({ reinsured, security, number, receivable, bank, today }: Of): BenchedCall[] {
  const since = addMonths(firstOfMonth(today), -1);
  const until = addDays(firstOfMonth(today), -1);
  const carried = `from policies p join policy_lines l on l.policy_id = p.id where p.branch_id = any($1) and ${FORCE}`;
  const calls: (readonly [name: string, path: string, bound: string])[] = [
    ...(['country', 'class', 'reinsured', 'security'] as const).map(
      (by) =>
        [
          `exposure by ${by}`,
          `underwriting/exposure?by=${by}`,
          `select ${{ country: 'p.risk_country', class: 'p.cover_type_id', reinsured: 'p.reinsured_id', security: 'l.security_id' }[by]}, p.currency, count(*), sum(p.sum_insured::numeric * l.share / 100000000), max(l.share) ${carried} group by 1, 2`,
        ] as const,
    ),
    [
      'exposure, policies of a security',
      `underwriting/exposure/policies?by=security&key=${security}`,
      // What endorsements changed of them: the sum insured, or that they are cancelled.
      `select p.id, p.broker_reference, p.sum_insured + coalesce(e.changed, 0), l.share from policies p join policy_lines l on l.policy_id = p.id left join (
          select policy_id, sum(sum_insured_change) as changed, bool_or(endorsement_type like 'CANCEL%') as cancelled from endorsements
          where branch_id = any($1) and status = 'APPROVED' and effective_date <= current_date group by 1) e on e.policy_id = p.id
        where p.branch_id = any($1) and ${FORCE} and e.cancelled is not true and l.security_id = ${security} order by p.broker_reference limit 5001`,
    ],
    [
      'premium warranties',
      'underwriting/warranties',
      `select p.id, n.id from policies p join notes n on n.policy_id = p.id where p.branch_id = any($1) and p.warranty_kind is not null and n.kind = 'DN' and n.settled < n.amount`,
    ],
    [
      'brokerage earned of last month',
      `underwriting/brokerage?from=${since}&to=${until}`,
      `select p.producer_id, p.currency, sum(l.amount) from journal_lines l join journal_entries e on e.id = l.entry_id left join policies p on p.id = e.source_id
        where l.branch_id = any($1) and l.day between '${since}' and '${until}' and l.account in (select code from ledger_accounts where function in ('BROKERAGE_INCOME', 'DEFERRED_BROKERAGE')) group by 1, 2`,
    ],
    [
      'brokerage of the year by class',
      `underwriting/brokerage?by=class`,
      `select p.cover_type_id, p.currency, sum(l.amount) from journal_lines l join journal_entries e on e.id = l.entry_id left join policies p on p.id = e.source_id
        where l.branch_id = any($1) and l.day >= '${today.slice(0, 4)}-01-01' and l.account in (select code from ledger_accounts where function in ('BROKERAGE_INCOME', 'DEFERRED_BROKERAGE')) group by 1, 2`,
    ],
    [
      'brokerage of the year',
      'underwriting/brokerage',
      // What an entry noted in all is a debit or a return.
      `select p.producer_id, x.currency, sum(greatest(x.noted, 0)), sum(least(x.noted, 0)), sum(x.base) from (
          select l.entry_id, e.source_id, l.currency, sum(l.amount) as noted, sum(l.base_amount) as base from journal_lines l join journal_entries e on e.id = l.entry_id
          where l.branch_id = any($1) and l.day >= '${today.slice(0, 4)}-01-01' and l.account in (select code from ledger_accounts where function in ('BROKERAGE_INCOME', 'DEFERRED_BROKERAGE'))
          group by 1, 2, 3) x left join policies p on p.id = x.source_id group by 1, 2`,
    ],
    [
      'brokerage, the first entries',
      'underwriting/brokerage/lines',
      `select l.entry_id, l.day, e.event, p.broker_reference, u.name, l.currency, s.*
        from (select x.* from unnest($1::int[]) b (id) cross join ledger_accounts a cross join lateral (
            select * from journal_lines l where l.branch_id = b.id and l.account = a.code and l.day >= '${today.slice(0, 4)}-01-01' order by l.day, l.id limit 5001) x
          where a.function in ('BROKERAGE_INCOME', 'DEFERRED_BROKERAGE') order by x.day, x.entry_id limit 5001) l
        join journal_entries e on e.id = l.entry_id left join policies p on p.id = e.source_id left join users u on u.id = p.producer_id
        cross join lateral (select sum(o.amount), sum(o.base_amount) from journal_lines o join ledger_accounts a on a.code = o.account
          where o.entry_id = l.entry_id and a.function in ('BROKERAGE_INCOME', 'DEFERRED_BROKERAGE')) s order by l.day, l.entry_id`,
    ],
    [
      'statement of all reinsureds',
      'receivable/facultativereportall',
      // What all of them come to is beside the first of them.
      `with own as (select * from notes where status = 'ISSUED' and purpose = 'PREMIUM' and debit_note_id is null),
        first as materialized (select r.name, r.name_key, n.* from parties r cross join unnest($1::int[]) b (id) cross join lateral (
            select * from own n where n.party_id = r.id and n.branch_id = b.id order by n.posted_on, n.id limit 5001) n
          where r.kind = 'REINSURED' and r.merged_into is null order by r.name_key, r.id, n.posted_on, n.id limit 5001)
        select f.*, p.broker_reference, i.name, (select sum(outstanding) from open_items where note_id = f.id), t.all_notes, o.all_open
        from first f join policies p on p.id = f.policy_id join parties i on i.id = p.current_insured_id
        cross join (select jsonb_agg(x) as all_notes from (select currency, sum(amount) from own where branch_id = any($1) group by 1) x) t
        cross join (select jsonb_agg(x) as all_open from (select currency, account, sum(outstanding) from open_items i join ledger_accounts a on a.code = i.account
          where branch_id = any($1) and outstanding <> 0 and a.function in ('PREMIUM_RECEIVABLE', 'UNALLOCATED_CASH', 'CLAIMS_PAYABLE') group by 1, 2) x) o
        order by f.name_key, f.posted_on, f.id`,
    ],
    [
      'statement of a reinsured, what is open',
      `receivable/facultativereportitem?param=${reinsured}&open=only`,
      `with note as materialized (select n.*, p.broker_reference, d.name as insured, i.open from (
            select note_id, sum(outstanding) as open from open_items where branch_id = any($1) and party_id = ${reinsured} and outstanding <> 0 group by 1) i
          join notes n on n.id = i.note_id join policies p on p.id = n.policy_id join parties d on d.id = p.current_insured_id)
        select * from (select * from note order by posted_on, id limit 5001) r cross join (select sum(amount), sum(open), count(*) from note) t`,
    ],
    [
      'tax return of last month',
      `taxes/return?from=${since}&to=${until}`,
      `select t.tax_id, p.currency, sum(t.amount) from policy_taxes t join policies p on p.id = t.policy_id where t.branch_id = any($1) and p.posted_on between '${since}' and '${until}' group by 1, 2`,
    ],
    [
      'tax return, its documents',
      `taxes/return/documents?from=${since}&to=${until}`,
      taxed(`and p.posted_on between '${since}' and '${until}'`),
    ],
    [
      'tax return to today',
      'taxes/return',
      `select t.tax_id, p.currency, sum(t.amount), (select jsonb_agg(x) from (
          select l.tax_id, l.currency, e.event, sum(l.amount) from journal_lines l join journal_entries e on e.id = l.entry_id
          where l.branch_id = any($1) and l.account in (select code from ledger_accounts where function = 'TAXES_PAYABLE') group by 1, 2, 3) x)
        from policy_taxes t join policies p on p.id = t.policy_id where t.branch_id = any($1) group by 1, 2`,
    ],
    ['tax return to today, its documents', 'taxes/return/documents', taxed()],
    ['register of claims', 'claim/claimreport?length=20', registered(today)],
    [
      'register of claims, those of a stage',
      'claim/claimreport?stage=COLLECTED&length=20',
      counted(`${claimsWith()} and m.after_called > 0 and s.settled >= m.after_ours_called`),
    ],
    [
      'bordereau of a security',
      `claim/claimreport?security=${security}&length=20`,
      counted(
        `${claimsWith()} and exists (select from policy_lines l where l.policy_id = c.policy_id and l.security_id = ${security})`,
      ),
    ],
    [
      'large losses',
      'claim/largelosses',
      `select c.*, o.broker_reference, r.name from claims c join policies o on o.id = c.policy_id join parties r on r.id = o.reinsured_id
        join cover_types k on k.id = o.cover_type_id left join cover_types kc on kc.id = k.class_id
        where c.branch_id = any($1) and c.status = 'APPROVED' and c.incurred >= coalesce(k.large_loss_from, kc.large_loss_from) order by c.incurred desc limit 5001`,
    ],
    [
      'underwriting result by class',
      'claim/underwritingreport?by=class',
      `select cover_type_id, currency, sum(fac_premium), sum(fac_premium * (least(current_date, insurance_end_date) - insurance_start_date) / (insurance_end_date - insurance_start_date))
        from policies where branch_id = any($1) and status = 'APPROVED' group by 1, 2`,
    ],
    [
      'underwriting result by security',
      'claim/underwritingreport?by=security',
      // Claims have what was called of a security, and their lines what is expected of it.
      `select l.security_id, p.currency, count(*), sum(l.share_premium), sum(l.share_premium * (least(current_date, p.insurance_end_date) - p.insurance_start_date) / (p.insurance_end_date - p.insurance_start_date))
        from policies p join policy_lines l on l.policy_id = p.id where p.branch_id = any($1) and p.status = 'APPROVED' group by 1, 2
        union all
        select l.security_id, p.currency, count(*), sum(l.share_premium), sum(l.share_premium * (least(current_date, p.insurance_end_date) - e.effective_date) / (p.insurance_end_date - p.insurance_start_date))
        from endorsements e join policies p on p.id = e.policy_id join endorsement_lines l on l.endorsement_id = e.id where e.branch_id = any($1) and e.status = 'APPROVED' group by 1, 2
        union all
        select x.security_id, x.currency, count(*), sum(ours_incurred * line / total), sum(amount) from (
          select l.security_id, c.currency, c.ours_incurred, l.share as line, sum(l.share) over (partition by c.id) as total, m.amount
          from claims c join policy_lines l on l.policy_id = c.policy_id left join lateral (
            select sum(x.amount) as amount from movements m join movement_parts x on x.movement_id = m.id where m.claim_id = c.id and x.security_id = l.security_id) m on true
          where c.branch_id = any($1) and c.status = 'APPROVED') x group by 1, 2`,
    ],
    [
      'premiums behind a result',
      'claim/underwritingreport/premiums',
      `select p.broker_reference, e.number, k.name, p.fac_premium, e.fac_premium,
          p.fac_premium * (least(current_date, p.insurance_end_date) - p.insurance_start_date) / (p.insurance_end_date - p.insurance_start_date)
        from (select x.* from unnest($1::int[]) b (id) cross join unnest(array['LOCAL', 'LONDON']) m (market) cross join lateral (
            select * from policies p where p.branch_id = b.id and p.market = m.market and p.status = 'APPROVED' order by p.broker_reference limit 5001) x
          order by x.broker_reference limit 5001) p
        join cover_types k on k.id = p.cover_type_id left join endorsements e on e.policy_id = p.id and e.status = 'APPROVED' order by p.broker_reference limit 5001`,
    ],
    ['claims behind a result', 'claim/underwritingreport/claims?by=class', `${claimsWith()} order by c.id`],
    [
      'recovery board, its items',
      `claim/recoveryitems?security=${security}`,
      `select n.*, c.number, p.broker_reference from notes n join claims c on c.id = n.claim_id join policies p on p.id = c.policy_id
        where n.branch_id = any($1) and n.party_id = ${security} and n.purpose = 'CLAIM' and n.settled < n.amount order by n.due_on limit 501`,
    ],
    [
      'recovery board',
      'claim/recovery',
      `select party_id, currency, sum(amount - settled) from notes where branch_id = any($1) and purpose = 'CLAIM' group by 1, 2`,
    ],
    [
      'desk of claims',
      'claim/desk',
      `select (select count(*) from claims c left join (select claim_id, max(posted_on) as moved from movements where branch_id = any($1) group by 1) m on m.claim_id = c.id
          where c.branch_id = any($1) and c.status = 'APPROVED' and c.closed_on is null and greatest(c.approved_on, m.moved) <= current_date - 30),
        (select count(*) from claims c join policies p on p.id = c.policy_id where c.branch_id = any($1) and c.status = 'APPROVED' and c.closed_on is null and c.notified_on - c.loss_date > p.notification_days),
        (select count(*) from (select n.claim_id, sum(x.released - x.paid), min(t.day) from note_parts x join notes n on n.id = x.debit_note_id join open_items i on i.note_id = n.id
          join settlements t on t.item_id = i.id where x.branch_id = any($1) and x.kind = 'CLAIM' and x.released > x.paid group by 1) h),
        (select sum(m.after_ours_incurred) from claims c join movements m on m.claim_id = c.id where c.branch_id = any($1) and m.posted_on >= date_trunc('month', current_date))`,
    ],
    [
      'renewals, their outcomes',
      'underwriting/renewals/outcomes',
      `select n.status, p.not_renewed_reason, count(*), sum(p.base_fac_premium) from policies p left join policies n on n.renewed_from_id = p.id and n.status <> 'DISABLED'
        where p.branch_id = any($1) and p.status = 'APPROVED' and p.cancelled_from is null and p.cover_end_date between current_date - 90 and current_date + 90 group by 1, 2`,
    ],
    ['monthly production in base, beside last year', 'underwriting/monthlyreport?money=base', MONTHLY],
    [
      'renewals, the calendar',
      'underwriting/renewals/days',
      `select p.cover_end_date, count(*), count(*) filter (where n.id is null and p.not_renewed_reason is null) from policies p
        left join policies n on n.renewed_from_id = p.id and n.status <> 'DISABLED'
        where p.branch_id = any($1) and p.status = 'APPROVED' and p.cancelled_from is null and p.cover_end_date between current_date and current_date + 60 group by 1`,
    ],
    [
      'trial balance by party',
      'trialbalance/items?detail=sub&length=50',
      `select account, party_id, currency, sum(debit), sum(credit) from daily_balances where branch_id = any($1) group by 1, 2, 3`,
    ],
    [
      'an account with its running balance',
      `ledger/account?account=${receivable}&currency=KES`,
      `select * from journal_lines where branch_id = any($1) and account = '${receivable}' and currency = 'KES' order by day desc, id desc limit 100`,
    ],
    [
      'movements of what a reinsured owes',
      `ledger/openitems?side=RECEIVABLE&party=${reinsured}&length=20`,
      `select s.id from open_items i join settlements s on s.item_id = i.id where i.branch_id = any($1) and i.party_id = ${reinsured}`,
    ],
    [
      'positions in currencies',
      'position/items',
      `select account, currency, sum(debit - credit), sum(base_debit - base_credit) from daily_balances where branch_id = any($1) group by 1, 2`,
    ],
    ...(['REINSURED', 'SECURITY'] as const).map(
      (side) =>
        [
          `statement accounts of ${side.toLowerCase()}s`,
          `statements/accounts?side=${side}`,
          // Of a claim that is owed, what its security has paid.
          `select i.party_id, i.currency, i.account, sum(i.outstanding), sum(least(-i.outstanding, u.outstanding)) from open_items i join parties p on p.id = i.party_id
            left join lateral (select u.outstanding from note_parts x join open_items u on u.note_id = x.debit_note_id where x.id = i.part_id offset 0) u on true
            where i.branch_id = any($1) and i.outstanding <> 0 and p.kind = '${side}' group by 1, 2, 3`,
        ] as const,
    ),
    [
      'statement of a security',
      `paymentvoucher/securityreport?param=${security}`,
      `select * from notes where branch_id = any($1) and party_id = ${security} and status = 'ISSUED' and settled < amount`,
    ],
    [
      'securities summary of a security',
      `underwriting/s3?param=${security}`,
      `select p.cover_type_id, p.currency, count(*), sum(l.share_premium), sum(l.net_payable), 0 from policies p join policy_lines l on l.policy_id = p.id
        where p.branch_id = any($1) and l.security_id = ${security} and p.status = 'APPROVED' group by 1, 2
        union all
        select p.cover_type_id, i.currency, 0, 0, 0, sum(i.outstanding) from open_items i join notes n on n.id = i.note_id join policies p on p.id = n.policy_id
        where i.branch_id = any($1) and i.party_id = ${security} group by 1, 2`,
    ],
    [
      'securities summary, lines of a security',
      `underwriting/s3/lines?param=${security}`,
      `select p.id, p.broker_reference, l.share_premium, l.net_payable from policies p join policy_lines l on l.policy_id = p.id
        where p.branch_id = any($1) and l.security_id = ${security} and p.status = 'APPROVED' order by p.posted_on, p.id limit 5001`,
    ],
    [
      'securities summary',
      'underwriting/s3',
      `select l.security_id, p.cover_type_id, p.currency, count(*), sum(l.share_premium), sum(l.net_payable), 0 from policies p join policy_lines l on l.policy_id = p.id
        where p.branch_id = any($1) and p.status = 'APPROVED' group by 1, 2, 3
        union all
        select i.party_id, p.cover_type_id, i.currency, 0, 0, 0, sum(i.outstanding) from open_items i join notes n on n.id = i.note_id join policies p on p.id = n.policy_id
        where i.branch_id = any($1) and i.outstanding < 0 group by 1, 2, 3`,
    ],
    [
      'securities summary, lines',
      'underwriting/s3/lines',
      `select p.id, p.broker_reference, k.name, l.share_premium, l.net_payable from policies p join policy_lines l on l.policy_id = p.id join cover_types k on k.id = p.cover_type_id
        where p.branch_id = any($1) and p.status = 'APPROVED'
          and l.security_id = (select id from parties where kind = 'SECURITY' and merged_into is null order by name_key, id limit 1) order by p.posted_on, p.id limit 5001`,
    ],
    [
      'reminders, a page',
      'statements/reminders?length=20',
      // The first of the first parties by name, and how many there are, up to what is counted.
      `with x as (select from open_items i join notes n on n.id = i.note_id and n.kind = 'DN' and n.purpose = 'PREMIUM' and n.status = 'ISSUED'
          where i.branch_id = any($1) and i.account = '${receivable}' and i.outstanding > 0 and i.due_on < current_date - 7
            and not exists (select from reminder_lines l where l.open_item_id = i.id and l.live) limit 10001)
        select i.id, i.due_on, i.outstanding, n.number, r.name, (select count(*) from x) from parties r
        cross join lateral (select * from open_items i where i.branch_id = any($1) and i.account = '${receivable}' and i.party_id = r.id and i.outstanding > 0
          and i.due_on < current_date - 7 order by i.due_on, i.id limit 20) i join notes n on n.id = i.note_id
        where r.kind = 'REINSURED' order by r.name_key, i.due_on, i.id limit 20`,
    ],
    [
      'reminders, what all come to',
      'statements/reminders/totals',
      `select i.currency, count(*), sum(i.outstanding) from open_items i join notes n on n.id = i.note_id and n.kind = 'DN' and n.status = 'ISSUED'
        where i.branch_id = any($1) and i.outstanding > 0 and i.due_on < current_date - 7 group by 1`,
    ],
    [
      'reminders, counted',
      'statements/reminders/count',
      // Those that had no letter lately, of debit notes of premium.
      `with x as (select i.due_on from open_items i join notes n on n.id = i.note_id and n.kind = 'DN' and n.purpose = 'PREMIUM' and n.status = 'ISSUED'
          where i.branch_id = any($1) and i.account = '${receivable}' and i.outstanding > 0 and i.due_on < current_date - 7
            and not exists (select from reminder_lines r where r.open_item_id = i.id and r.live) order by i.due_on limit 1001)
        select count(*), min(due_on) from x`,
    ],
    [
      'reconciliation of a bank account',
      `bankstatement/reconciliation?bank=${bank}&length=20`,
      // What lies between: each record that moved the account since its first statement, less what was matched with it.
      `with x as materialized (
          select e.source_kind, e.source_id, sum(l.amount) as amount, min(l.day) as day from journal_lines l join journal_entries e on e.id = l.entry_id
          where l.branch_id = any($1) and l.bank_account_id = ${bank} group by 1, 2
          having min(l.day) >= coalesce((select min(first_day) from bank_statements where bank_account_id = ${bank}), '-infinity')),
        y as materialized (select * from x where not exists (
          select from bank_matches m where m.live and (x.source_kind, x.source_id) in (('receipt', m.receipt_id), ('voucher', m.voucher_id))))
        select *, (select sum(amount) from y), (select count(*) from y) from y order by day, source_kind, source_id limit 20`,
    ],
    [
      'client money, its movements',
      'clientmoney/movements?currency=KES',
      `select act, min(day), sum(unallocated), sum(charges), sum(exchanged), sum(between_branches) from client_moves where branch_id = any($1) and claim_id + note_id = 0 and currency = 'KES'
        group by 1 having sum(unallocated) <> 0 or sum(charges) <> 0 or sum(exchanged) <> 0 or sum(between_branches) <> 0 order by 2, 1 limit 5001`,
    ],
    [
      'client money, its movements in every currency',
      'clientmoney/movements',
      `select act, currency, min(day), sum(unallocated), sum(charges), sum(exchanged), sum(between_branches) from client_moves where branch_id = any($1) and claim_id + note_id = 0
        group by 1, 2 having sum(unallocated) <> 0 or sum(charges) <> 0 or sum(exchanged) <> 0 or sum(between_branches) <> 0 order by 3, 1 limit 5001`,
    ],
    [
      'checklist of last month',
      `period/checklist?month=${since.slice(0, 7)}`,
      `select (select count(*) from policies where branch_id = any($1) and status = 'PENDING'), (select jsonb_agg(x) from (
        select n.currency, sum(a.note_amount) from allocations a join notes n on n.id = a.note_id where a.branch_id = any($1) and a.day <= '${until}' group by 1) x)`,
    ],
    [
      'what the year’s closing would book',
      `year/preview?year=${Number(today.slice(0, 4)) - 1}`,
      `select account, currency, sum(debit - credit) from daily_balances where branch_id = any($1) and day <= '${Number(today.slice(0, 4)) - 1}-12-31' group by 1, 2`,
    ],
    [
      'schedule of securities of a policy',
      `underwriting/ss?param=${encodeURIComponent(number)}`,
      shownWith({
        table: 'policies',
        where: `r.broker_reference = '${number}'`,
        shows: [
          `select l.*, q.name, n.number, n.due_on, ${OPEN_OF_NOTE} from policy_lines l join parties q on q.id = l.security_id
            left join notes n on n.policy_id = r.id and n.party_id = l.security_id and n.endorsement_id is null where l.policy_id = r.id`,
          `select l.*, e.number, n.number, n.due_on, ${OPEN_OF_NOTE} from endorsements e join endorsement_lines l on l.endorsement_id = e.id
            left join notes n on n.endorsement_id = e.id and n.party_id = l.security_id where e.policy_id = r.id`,
          `select n.party_id, n.currency, sum(n.amount), sum(n.settled), sum(n.set_off) from claims c join notes n on n.claim_id = c.id where c.policy_id = r.id group by 1, 2`,
        ],
      }),
    ],
    ['clients', 'party/clients?length=20', withFigures(`'REINSURED', 'INSURED'`)],
    [
      'clients by what they owe',
      'party/clients?length=20&sort=to_us,desc',
      `select party_id, sum(base_outstanding) from open_items where branch_id = any($1) and outstanding > 0 group by 1 order by 2 desc limit 20`,
    ],
    ['reinsurers', 'party/reinsurers?length=20', withFigures(`'SECURITY'`)],
    [
      'register of reinsureds',
      'reinsured/items?length=20',
      `select * from parties where kind = 'REINSURED' order by name_key limit 20`,
    ],
    ['users', 'user/items?length=20', `select * from users order by name limit 20`],
    [
      'who saw and took what',
      'audit/access?length=20',
      `select a.id, a.at, a.action, a.facts ->> 'file', a.personal ->> 'address', u.name, b.code, (select count(*) from (select from audit_trail where ${GIVEN_OUT} limit 10001) x)
        from (select * from audit_trail where ${GIVEN_OUT} order by id desc limit 20) a left join branches b on b.id = a.branch_id left join users u on u.id = a.user_id order by a.id desc`,
    ],
  ];
  return calls.map(([name, path, bound]) => ({ name, path: `${SCA}/${path}`, bound }));
}
