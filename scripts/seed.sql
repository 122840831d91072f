-- Policies in bulk, approved and half of them paid, with everything that an approval books: for measuring, not for looking.
-- $1 is replaced by the number of policies. Amounts are multiples that divide exactly, so the books are sound.

-- Foreign keys, indexes and triggers of what is filled are put aside, and made again over all rows at once: row by row they take most of the time.
set local maintenance_work_mem = '1536MB';
set local work_mem = '256MB';
create temp table filled as select oid::regclass as name from pg_class where relnamespace = 'public'::regnamespace and relname in ('policies', 'policy_texts', 'policy_lines', 'notes',
  'note_parts', 'journal_entries', 'journal_lines', 'receipts', 'allocations', 'open_items', 'settlements');
create temp table put_aside as
select format('alter table %s drop constraint %I', k.conrelid::regclass, k.conname) as away,
  format('alter table %s add constraint %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) as back, 2 as place
from pg_constraint k join filled on k.conrelid = filled.name where k.contype = 'f'
union all
select format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid), 1
from pg_index i join filled on i.indrelid = filled.name where not exists (select from pg_constraint k where k.conindid = i.indexrelid)
union all
select format('alter table %s disable trigger user', name), format('alter table %s enable trigger user', name), 3 from filled;
do $do$ declare step text; begin for step in select away from put_aside order by place desc loop execute step; end loop; end $do$;

create temp table made as
select
  i,
  (select coalesce(max(id), 0) from policies) + i as policy,
  (select coalesce(max(id), 0) from policy_lines) + i * 3 - 3 as lines_after,
  (array(select id from branches order by id))[1 + (i % (select count(*) from branches))::int] as branch,
  (array(select id from parties where kind = 'REINSURED' order by id))[1 + ((i::bigint * 7919) % (select count(*) from parties where kind = 'REINSURED'))::int] as reinsured,
  (array(select id from parties where kind = 'INSURED' order by id))[1 + ((i::bigint * 104729) % (select count(*) from parties where kind = 'INSURED'))::int] as insured,
  (array(select id from cover_types where class_id is not null order by id))[1 + ((i::bigint * 31) % (select count(*) from cover_types where class_id is not null))::int] as cover,
  (array(select id from parties where kind = 'SECURITY' order by id))[1 + ((i::bigint * 3) % (select count(*) from parties where kind = 'SECURITY'))::int] as a,
  (array(select id from parties where kind = 'SECURITY' order by id))[1 + ((i::bigint * 3 + 1) % (select count(*) from parties where kind = 'SECURITY'))::int] as b,
  (array(select id from parties where kind = 'SECURITY' order by id))[1 + ((i::bigint * 3 + 2) % (select count(*) from parties where kind = 'SECURITY'))::int] as c,
  current_date - 730 + (i::bigint * 730 / $1)::int as day,
  (select base_currency from firm) as currency,
  (1000 + (i::bigint * 7907) % 90000) * 100000 as premium,
  -- A tax of five per cent on the first line of each tenth policy, borne by its security.
  case when i % 10 = 4 then (1000 + (i::bigint * 7907) % 90000) * 1250 else 0 end as tax,
  (select min(u.id) from users u join user_roles r on r.user_id = u.id where r.role = 'ROLE_UNDERWRITER') as maker,
  (select min(u.id) from users u join user_roles r on r.user_id = u.id where r.role = 'ROLE_MANAGER') as checker
from generate_series(1, $1) as i;
create index on made (policy);
analyze made;

insert into policies (id, branch_id, market, broker_reference, status, version, reinsured_id, insured_id, risk_country, cover_type_id, date_offered, insurance_start_date, insurance_end_date,
  currency, sum_insured, premium_rate, premium, fac, cedant_commission, brokerage, cedant_policy_number, excess, territory, payment_terms,
  placed, fac_premium, commission_total, brokerage_total, tax_total, net_total, debit_note_total, posted_on, exchange_rate, base_fac_premium, base_brokerage,
  producer_id, made_by, edited_by, hands, submitted_at, decided_by, decided_at, search_text, created_at, updated_at)
overriding system value
select policy, branch, 'LOCAL', 'BULK/' || lpad(policy::text, 9, '0'), 'APPROVED', 3, reinsured, insured, n.country, cover, day, day, day + 364,
  currency, premium * 400, 250000, premium, 60000000, 25000000, 5000000, 'B' || i, '1% of each loss', 'East Africa', 'LUMP_30',
  60000000, premium * 60 / 100, premium * 15 / 100, premium * 3 / 100, tax, premium * 42 / 100 - tax, premium * 45 / 100, day, 10000000000, premium * 60 / 100, premium * 3 / 100,
  maker, maker, maker, array[maker], day, checker, day, 'bulk/' || lpad(policy::text, 9, '0') || ' ' || r.search_text || ' ' || n.search_text, day, day
from made join parties r on r.id = reinsured join parties n on n.id = insured;
select setval(pg_get_serial_sequence('policies', 'id'), (select max(id) from policies));
insert into policy_texts (id, branch_id, market, broker_reference, insurance_start_date, cover_end_date, currency, current_fac_premium, search_text)
select id, branch_id, market, broker_reference, insurance_start_date, cover_end_date, currency, current_fac_premium, search_text from policies where id in (select policy from made);

insert into policy_lines (id, branch_id, policy_id, position, security_id, offer, share, share_premium, commission_amount, brokerage_amount, tax_amount, deductions, net_payable)
overriding system value
select lines_after + p, branch, policy, p, s, share, share, premium * share / 100000000, premium * share / 400000000, premium * share / 2000000000, taxed,
  premium * share / 400000000 + premium * share / 2000000000 + taxed, premium * share / 100000000 - premium * share / 400000000 - premium * share / 2000000000 - taxed
from made, lateral (values (1, a, 25000000::bigint, tax), (2, b, 20000000, 0), (3, c, 15000000, 0)) as line (p, s, share, taxed);
select setval(pg_get_serial_sequence('policy_lines', 'id'), (select max(id) from policy_lines));

-- The firm's own chart: accounts by what they are for.
create temp table chart as select
  max(code) filter (where function = 'CLIENT_BANK') as bank,
  max(code) filter (where function = 'PREMIUM_RECEIVABLE') as receivable,
  max(code) filter (where function = 'PREMIUM_PAYABLE') as payable,
  max(code) filter (where function = 'BROKERAGE_INCOME') as brokerage,
  max(code) filter (where function = 'TAXES_PAYABLE') as taxes
from ledger_accounts where is_default;

-- Half of the notes of each branch are paid: which branch it is hangs on every second policy.
create temp table dn as select m.*, (select coalesce(max(id), 0) from notes) + m.i * 4 - 3 as note, (select coalesce(max(id), 0) from journal_entries) + m.i as entry, case when m.i / 2 % 2 = 0 then m.premium * 45 / 100 else 0 end as paid from made m;
insert into notes (id, branch_id, kind, purpose, number, policy_id, party_id, currency, amount, base_amount, settled, posted_on, due_on)
overriding system value
select note, branch, 'DN', 'PREMIUM', 'DN/BULK/' || policy, policy, reinsured, currency, premium * 45 / 100, premium * 45 / 100, paid, day, day + 30 from dn;
insert into notes (id, branch_id, kind, purpose, number, policy_id, line_id, debit_note_id, party_id, currency, amount, base_amount, posted_on, due_on)
overriding system value
select note + p, branch, 'CN', 'PREMIUM', 'CN/BULK/' || policy || '/' || p, policy, lines_after + p, note, s, currency, premium * pct / 1000 - taxed, premium * pct / 1000 - taxed, day, day + 60
from dn, lateral (values (1, a, 175, tax), (2, b, 140, 0), (3, c, 105, 0)) as line (p, s, pct, taxed);
select setval(pg_get_serial_sequence('notes', 'id'), (select max(id) from notes));
insert into note_parts (branch_id, debit_note_id, kind, party_id, tax_id, credit_note_id, currency, amount, released)
select branch, note, kind, s, case kind when 'TAX' then (select min(id) from taxes) end, cn, currency, part, case when paid > 0 then part else 0 end
from dn, lateral (values ('SECURITY', a, note + 1, premium * 175 / 1000 - tax), ('SECURITY', b, note + 2, premium * 140 / 1000), ('SECURITY', c, note + 3, premium * 105 / 1000),
  ('BROKERAGE', null, null, premium * 30 / 1000), ('TAX', null, null, tax)) as part (kind, s, cn, part) where part > 0;

insert into journal_entries (id, branch_id, day, event, source_kind, source_id, narration, made_by, made_at)
overriding system value
select entry, branch, day, 'POLICY_APPROVED', 'policy', policy, 'BULK/' || policy || ' approved', checker, day from dn;
select setval(pg_get_serial_sequence('journal_entries', 'id'), (select max(id) from journal_entries));
insert into journal_lines (entry_id, branch_id, day, account, party_id, tax_id, currency, amount, base_amount, note_id)
select entry, branch, day, account, s, case account when chart.taxes then (select min(id) from taxes) end, currency, moved, moved, n
from dn, chart, lateral (values (receivable, reinsured, premium * 450 / 1000, note), (payable, a, premium * -175 / 1000 + tax, note + 1), (payable, b, premium * -140 / 1000, note + 2),
  (payable, c, premium * -105 / 1000, note + 3), (chart.brokerage, null, premium * -30 / 1000, null), (chart.taxes, null, -tax, null)) as line (account, s, moved, n) where moved <> 0;

-- Each that is paid has a receipt of its own, by which client money explains what lies in the bank.
create temp table received as select d.*, least(d.day + 30, current_date) as received_on, (select coalesce(max(id), 0) from receipts) + row_number() over (order by i) as receipt,
  (select max(id) from journal_entries) + row_number() over (order by i) * 2 - 1 as entered,
  (select b.id from bank_accounts b where b.purpose = 'CLIENT' and b.currency = d.currency and b.branch_id is null and (b.is_default or b.stands_in)
    order by b.stands_in limit 1) as account,
  (select max(code) from ledger_accounts where is_default and function = 'UNALLOCATED_CASH') as cash
from dn d where paid > 0;
insert into receipts (id, branch_id, number, status, version, receipt_type, payer_id, bank_date, currency, amount, base_amount, allocated, bank_account_id,
  narration, made_by, edited_by, hands, submitted_at, decided_by, decided_at, search_text, created_at)
overriding system value
select receipt, branch, 'BULK/' || policy || '/R', 'APPROVED', 3, 'PREMIUM', reinsured, received_on, currency, paid, paid, paid, account,
  'BULK/' || policy, maker, maker, array[maker], received_on, checker, received_on, 'bulk/' || policy || '/r', received_on
from received;
select setval(pg_get_serial_sequence('receipts', 'id'), (select max(id) from receipts));
insert into journal_entries (id, branch_id, day, event, source_kind, source_id, narration, made_by, made_at)
overriding system value
select entered + n, branch, received_on, event, 'receipt', receipt, 'BULK/' || policy || '/R received', checker, received_on
from received, lateral (values (0, 'RECEIPT'), (1, 'ALLOCATION')) as entry (n, event);
select setval(pg_get_serial_sequence('journal_entries', 'id'), (select max(id) from journal_entries));
insert into journal_lines (entry_id, branch_id, day, account, party_id, bank_account_id, currency, amount, base_amount, note_id)
select entered + e, branch, received_on, line.account, s, own, currency, paid * sign, paid * sign, n
from received, chart, lateral (values (0, bank, null, received.account, 1, null), (0, cash, reinsured, null, -1, null),
  (1, cash, reinsured, null, 1, null), (1, receivable, reinsured, null, -1, note)) as line (e, account, s, own, sign, n);
insert into allocations (branch_id, receipt_id, note_id, entry_id, amount, note_amount, day, made_by, made_at)
select branch, receipt, note, entered + 1, paid, paid, received_on, checker, received_on from received;

create temp table item as select d.*, (select coalesce(max(id), 0) from open_items) + d.i * 4 - 3 as item from dn d;
insert into open_items (id, branch_id, account, party_id, currency, entry_id, note_id, opened_on, due_on, amount, base_amount, outstanding, base_outstanding, settled_on)
overriding system value
select item + p, branch, account, s, currency, entry, note + p, day, day + due, opened, opened,
  case when p = 0 and paid > 0 then 0 else opened end, case when p = 0 and paid > 0 then 0 else opened end, case when p = 0 and paid > 0 then least(day + 30, current_date) end
from item, chart, lateral (values (0, receivable, reinsured, premium * 450 / 1000, 30), (1, payable, a, premium * -175 / 1000 + tax, 60), (2, payable, b, premium * -140 / 1000, 60),
  (3, payable, c, premium * -105 / 1000, 60)) as line (p, account, s, opened, due);
select setval(pg_get_serial_sequence('open_items', 'id'), (select max(id) from open_items));
insert into settlements (branch_id, item_id, entry_id, day, amount, base_amount)
select r.branch, t.item, r.entered + 1, r.received_on, r.paid, r.paid from received r join item t on t.i = r.i;
with cash as (
  insert into open_items (branch_id, account, party_id, currency, entry_id, receipt_id, opened_on, due_on, amount, base_amount, outstanding, base_outstanding, settled_on)
  select branch, cash, reinsured, currency, entered, receipt, received_on, received_on, -paid, -paid, 0, 0, received_on from received
  returning id, receipt_id)
insert into settlements (branch_id, item_id, entry_id, day, amount, base_amount)
select r.branch, c.id, r.entered + 1, r.received_on, -r.paid, -r.paid from cash c join received r on r.receipt = c.receipt_id;

-- The list's total is what the counters say, so the bulk counts too.
insert into counters (branch_id, kind, year, last) select branch, 'FAC', 1990, count(*) from made group by branch
on conflict (branch_id, kind, year) do update set last = counters.last + excluded.last;

-- The triggers that keep sums were away. What waits to be folded is counted first: the planner has known these tables as empty, and would compare each row with each.
insert into open_changes (branch_id, account, party_id, currency, due_on, debit, day, amount, base_amount)
select branch, account, party, currency, due_on, debit, moved_on, sum(amount), sum(amount) from (
  select branch, account, s as party, currency, day + due as due_on, moved > 0 as debit, day as moved_on, moved as amount
  from dn, chart, lateral (values (receivable, reinsured, premium * 450 / 1000, 30), (payable, a, premium * -175 / 1000 + tax, 60), (payable, b, premium * -140 / 1000, 60),
    (payable, c, premium * -105 / 1000, 60)) as line (account, s, moved, due)
  union all
  select branch, receivable, reinsured, currency, day + 30, true, received_on, -paid from received, chart) moved
group by 1, 2, 3, 4, 5, 6, 7;
analyze open_changes;
select fold_open_changes(2147483647);
insert into production_changes (branch_id, month, currency, cover_type_id, reinsured_id, producer_id, market, type, policies, fac_premium, brokerage, base_fac_premium, base_brokerage)
select branch, date_trunc('month', day)::date, currency, cover, reinsured, maker, 'LOCAL', 'NEW', count(*), sum(premium * 60 / 100), sum(premium * 3 / 100),
  sum(premium * 60 / 100), sum(premium * 3 / 100) from made group by 1, 2, 3, 4, 5, 6;
analyze production_changes;
select fold_production_changes(2147483647);
insert into expiry_changes (branch_id, day, market, currency, state, reason, policies, fac_premium, base_fac_premium)
select branch, day + 364, 'LOCAL', currency, 'OPEN', '', count(*), sum(premium * 60 / 100), sum(premium * 60 / 100) from made group by 1, 2, 4;
analyze expiry_changes;
select fold_expiry_changes(2147483647);
insert into party_changes (branch_id, party_id, posted_on, premium, starts_on, ends_on, policies)
select branch, party, day, sum(part), day, day + 364, count(*) from made
cross join lateral (values (reinsured, premium * 60 / 100), (insured, premium * 60 / 100), (a, premium * 25 / 100), (b, premium * 20 / 100), (c, premium * 15 / 100)) x (party, part)
group by 1, 2, 3;
analyze party_changes;
select fold_party_changes(2147483647);

-- What finds rows before what refers to them.
do $do$ declare step text; begin for step in select back from put_aside where place = 1 loop execute step; end loop; end $do$;
do $do$ declare step text; begin for step in select back from put_aside where place > 1 order by place loop execute step; end loop; end $do$;

-- What is folded by looking rows up, once they can be found.
analyze policy_lines, notes, note_parts, open_items, journal_entries, journal_lines, receipts, allocations;
insert into policy_taxes (branch_id, policy_id, line_id, tax_id, rate, basis, borne_by, amount)
select m.branch, m.policy, l.id, (select min(id) from taxes), 5000000, 'GROSS', 'SECURITY', m.tax from made m join policy_lines l on l.policy_id = m.policy and l.position = 1 where m.tax > 0;
insert into client_acts (entry_id, branch_id) select entered + n, branch from received, generate_series(0, 1) as n;
insert into released_touched (branch_id, note_id) select branch, note + p from dn, generate_series(1, 3) as p where paid > 0;
insert into owed_touched (branch_id, note_id) select branch, note from dn;
insert into release_changes (branch_id, kind, party_id, tax_id, currency, owed, released, committed, available, items)
select branch_id, kind, party_id, tax_id, currency, sum(effective - paid), sum(greatest(released - paid, 0)), sum(committed - paid),
  sum(greatest(released - committed, 0)), count(*) filter (where released > committed)
from note_parts where debit_note_id >= (select min(note) from dn) and paid < effective group by 1, 2, 3, 4, 5;
analyze client_acts, released_touched, owed_touched, release_changes;
do $do$ begin while fold_client_acts(1000000) + fold_released(1000000) + fold_owed(1000000) + fold_release_changes(1000000) > 0 loop end loop; end $do$;
