-- A claim of each 25th policy in bulk: a quarter of them only notified, a quarter with a second estimate, a quarter called, a quarter called and collected.
-- They are few beside the policies, so that triggers keep the sums as they do for a user. Amounts are multiples that divide exactly.

create temp table lost as
select m.*, (select coalesce(max(id), 0) from claims) + m.n as claim, 'BULK/C/' || m.policy as number, m.premium * 10 as reserve,
  m.n / 2 % 4 as fate, case m.n / 2 % 4 when 0 then 0 else 1 end as moves,
  least(m.day + 20, current_date) as lost_on, least(m.day + 25, current_date) as notified_on, least(m.day + 40, current_date) as called_on,
  least(m.day + 70, current_date) as collected_on,
  (select min(u.id) from users u join user_roles r on r.user_id = u.id where r.role = 'ROLE_CLAIMS') as handler
from (select made.*, row_number() over (order by policy) as n from made where policy % 25 = 0) m;
analyze lost;

insert into claims (id, branch_id, policy_id, number, status, version, currency, claim_reserve, claim_share, loss_date, notified_on, description, cause, place, handler_id,
  incurred, called, ours_incurred, ours_called, movement_count, approved_on, made_by, edited_by, hands, submitted_at, decided_by, decided_at, search_text, created_at, updated_at)
overriding system value
select claim, branch, policy, number, 'APPROVED', 3, currency, reserve, 60000000, lost_on, notified_on, 'Fire in the store', 'Fire', 'Works', handler,
  reserve + case when fate > 0 then premium * 2 else 0 end, case when fate > 1 then premium * 5 else 0 end,
  (reserve + case when fate > 0 then premium * 2 else 0 end) * 60 / 100, case when fate > 1 then premium * 3 else 0 end, moves + case when fate > 1 then 1 else 0 end,
  notified_on, handler, handler, array[handler], notified_on, checker, notified_on,
  lower(number) || ' fire works ' || (select p.search_text || ' ' || folded(k.name) from policies p join cover_types k on k.id = p.cover_type_id where p.id = policy),
  notified_on, notified_on
from lost;
select setval(pg_get_serial_sequence('claims', 'id'), (select max(id) from claims));

insert into claim_lines (branch_id, claim_id, security_id, position, line)
select branch, claim, s, p, share from lost, lateral (values (1, a, 25000000::bigint), (2, b, 20000000), (3, c, 15000000)) as line (p, s, share);

-- First the second estimate, then the call.
create temp table moved as
select l.*, (select coalesce(max(id), 0) from movements) + row_number() over (order by l.claim, k.step) as movement, k.step, k.kind, k.amount, k.called
from lost l, lateral (values (1, 'RESERVE', l.premium * 12, 0::bigint), (2, 'CALL', l.premium * 5, l.premium * 5)) as k (step, kind, amount, called)
where k.step <= case l.fate when 0 then 0 when 1 then 1 else 2 end;
insert into movements (id, branch_id, claim_id, sequence, number, status, version, movement_type, movement_date, reason, currency, amount, ours, posted_on, due_on,
  after_incurred, after_called, after_fees, after_ex_gratia, after_salvage, after_ours_incurred, after_ours_called, after_ours_fees, after_ours_ex_gratia, after_ours_salvage,
  made_by, edited_by, hands, submitted_at, decided_by, decided_at, created_at, approval)
overriding system value
select movement, branch, claim, step, number || '/M' || step, 'APPROVED', 3, kind, called_on, 'Adjuster’s report', currency, amount, called * 60 / 100, called_on,
  case when called > 0 then called_on + 30 end, premium * 12, called, 0, 0, 0, premium * 12 * 60 / 100, called * 60 / 100, 0, 0, 0,
  handler, handler, array[handler], called_on, checker, called_on, called_on, step
from moved;
select setval(pg_get_serial_sequence('movements', 'id'), (select max(id) from movements));

create temp table share_of as
select m.*, p.place, p.security, p.line, m.called * p.line / 100000000 as part, row_number() over (order by m.movement, p.place) as nth
from moved m, lateral (values (1, m.a, 25000000::bigint), (2, m.b, 20000000), (3, m.c, 15000000)) as p (place, security, line) where m.called > 0;
insert into movement_parts (branch_id, movement_id, security_id, line, amount, after_amount) select branch, movement, security, line, part, part from share_of;
insert into claim_agreements (branch_id, movement_id, security_id, required, answer, answered_on)
select branch, movement, security, place = 1, case place when 1 then 'AGREED' else 'ASKED' end, case place when 1 then called_on end from share_of;

create temp table claim_chart as select
  max(code) filter (where function = 'CLIENT_BANK') as bank,
  max(code) filter (where function = 'CLAIMS_RECOVERABLE') as recoverable,
  max(code) filter (where function = 'CLAIMS_PAYABLE') as payable,
  max(code) filter (where function = 'UNALLOCATED_CASH') as cash
from ledger_accounts where is_default;

create temp table invoiced as
select s.*, (select max(id) from notes) + s.nth as note, (select max(id) from note_parts) + s.nth as owed, (select max(id) from open_items) + s.nth * 2 as item,
  (select max(id) from journal_entries) + dense_rank() over (order by s.movement) as entry, s.fate = 3 as collected
from share_of s;
analyze invoiced;
insert into notes (id, branch_id, kind, purpose, number, claim_id, movement_id, party_id, currency, amount, base_amount, settled, posted_on, due_on)
overriding system value
select note, branch, 'INV', 'CLAIM', number || '/I' || place, claim, movement, security, currency, part, part, case when collected then part else 0 end, called_on, called_on + 30 from invoiced;
select setval(pg_get_serial_sequence('notes', 'id'), (select max(id) from notes));
insert into note_parts (id, branch_id, debit_note_id, kind, party_id, currency, amount, released)
overriding system value
select owed, branch, note, 'CLAIM', reinsured, currency, part, case when collected then part else 0 end from invoiced;
select setval(pg_get_serial_sequence('note_parts', 'id'), (select max(id) from note_parts));

insert into journal_entries (id, branch_id, day, event, source_kind, source_id, narration, made_by, made_at)
overriding system value
select distinct entry, branch, called_on, 'MOVEMENT_APPROVED', 'movement', movement, number || '/M2 approved', checker, called_on from invoiced;
select setval(pg_get_serial_sequence('journal_entries', 'id'), (select max(id) from journal_entries));
insert into journal_lines (entry_id, branch_id, day, account, party_id, currency, amount, base_amount, note_id)
select entry, branch, called_on, recoverable, security, currency, part, part, note from invoiced, claim_chart
union all
select entry, branch, called_on, payable, reinsured, currency, -sum(part), -sum(part), null from invoiced, claim_chart group by 1, 2, 3, 4, 5, 6;
insert into open_items (id, branch_id, account, party_id, currency, entry_id, note_id, part_id, sequence, opened_on, due_on, amount, base_amount, outstanding, base_outstanding, settled_on)
overriding system value
select item, branch, recoverable, security, currency, entry, note, null, 1, called_on, called_on + 30, part, part,
  case when collected then 0 else part end, case when collected then 0 else part end, case when collected then collected_on end from invoiced, claim_chart
union all
select item + 1, branch, payable, reinsured, currency, entry, null, owed, place, called_on, called_on + 30, -part, -part, -part, -part, null from invoiced, claim_chart;

create temp table recovered as
select i.*, (select max(id) from receipts) + row_number() over (order by nth) as receipt, (select max(id) from journal_entries) + row_number() over (order by nth) * 2 - 1 as entered,
  (select max(id) from open_items) + row_number() over (order by nth) as paid_in,
  (select b.id from bank_accounts b where b.purpose = 'CLIENT' and b.currency = i.currency and b.branch_id is null and (b.is_default or b.stands_in)
    order by b.stands_in limit 1) as account
from invoiced i where collected;
insert into receipts (id, branch_id, number, status, version, receipt_type, payer_id, bank_date, currency, amount, base_amount, allocated, bank_account_id,
  narration, made_by, edited_by, hands, submitted_at, decided_by, decided_at, search_text, created_at)
overriding system value
select receipt, branch, number || '/R' || place, 'APPROVED', 3, 'CLAIM', security, collected_on, currency, part, part, part, account,
  number, maker, maker, array[maker], collected_on, checker, collected_on, lower(number) || '/r' || place, collected_on
from recovered;
select setval(pg_get_serial_sequence('receipts', 'id'), (select max(id) from receipts));
insert into journal_entries (id, branch_id, day, event, source_kind, source_id, narration, made_by, made_at)
overriding system value
select entered + nr, branch, collected_on, event, 'receipt', receipt, number || '/R' || place || ' received', checker, collected_on
from recovered, lateral (values (0, 'RECEIPT'), (1, 'ALLOCATION')) as booked (nr, event);
select setval(pg_get_serial_sequence('journal_entries', 'id'), (select max(id) from journal_entries));
insert into journal_lines (entry_id, branch_id, day, account, party_id, bank_account_id, currency, amount, base_amount, note_id)
select entered + e, branch, collected_on, line.account, s, own, currency, part * sign, part * sign, of_note
from recovered, claim_chart, lateral (values (0, bank, null, recovered.account, 1, null), (0, cash, security, null, -1, null),
  (1, cash, security, null, 1, null), (1, recoverable, security, null, -1, note)) as line (e, account, s, own, sign, of_note);
insert into allocations (branch_id, receipt_id, note_id, entry_id, amount, note_amount, day, made_by, made_at)
select branch, receipt, note, entered + 1, part, part, collected_on, checker, collected_on from recovered;
insert into open_items (id, branch_id, account, party_id, currency, entry_id, receipt_id, opened_on, due_on, amount, base_amount, outstanding, base_outstanding, settled_on)
overriding system value
select paid_in, branch, cash, security, currency, entered, receipt, collected_on, collected_on, -part, -part, 0, 0, collected_on from recovered, claim_chart;
select setval(pg_get_serial_sequence('open_items', 'id'), (select max(id) from open_items));
insert into settlements (branch_id, item_id, entry_id, day, amount, base_amount)
select branch, item, entered + 1, collected_on, part, part from recovered
union all
select branch, paid_in, entered + 1, collected_on, -part, -part from recovered;

-- At which stage each of them is.
analyze claims, notes, note_parts;
do $do$ begin while fold_claim_stages(1000000) > 0 loop end loop; end $do$;
