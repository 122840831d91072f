-- Endorsements in bulk: more premium on each 25th policy, and on each 100th another security for the first one from the first day, before any premium was paid.
-- They are few beside the policies, so that triggers keep the sums as they do for a user. Amounts are multiples that divide exactly.

create temp table endorsed as
select m.*, case when m.i % 25 = 3 then 'AP' else 'SEC' end as type, row_number() over (order by m.i) as n,
  (select greatest(max(id), 1000000000) from endorsements) + row_number() over (order by m.i) as endorsement,
  m.premium / 5 as more, case when m.i % 25 = 3 then m.day + 100 else m.day + 10 end as posted, case when m.i % 25 = 3 then m.day + 100 else m.day end as effective,
  (select x.id from parties x where x.kind = 'SECURITY' and x.id not in (m.a, m.b, m.c) order by (x.id + m.i) % 17, x.id limit 1) as d,
  'BULK/' || lpad(m.policy::text, 9, '0') || '/E1' as number
from made m where m.policy % 25 <> 0 and (m.i % 25 = 3 and m.day <= current_date - 100 or m.i % 100 = 7 and m.day <= current_date - 10);
analyze endorsed;

insert into endorsements (id, branch_id, policy_id, sequence, number, status, version, endorsement_type, effective_date, description, currency, input, applied,
  premium, fac_premium, commission_total, brokerage_total, tax_total, net_total, debit_note_total, posted_on, exchange_rate, base_fac_premium, base_brokerage,
  made_by, edited_by, hands, submitted_at, decided_by, decided_at, created_at, updated_at, approval, sum_insured_change)
overriding system value
select endorsement, branch, policy, 1, number, 'APPROVED', 3, type, effective, case type when 'AP' then 'More goods' else 'Another security' end, currency,
  case type
    when 'AP' then jsonb_build_object('basis', 'KEYED', 'policy', policy, 'premium', (more / 100)::text || '.00', 'description', 'More goods', 'effective_date', effective, 'endorsementtype', type)
    else jsonb_build_object('policy', policy, 'securities', jsonb_build_array(jsonb_build_object('share', '25', 'security', d), jsonb_build_object('share', '20', 'security', b),
      jsonb_build_object('share', '15', 'security', c)), 'description', 'Another security', 'effective_date', effective, 'endorsementtype', type) end,
  case type
    when 'AP' then jsonb_build_object('date', effective, 'type', type, 'number', 1, 'premium', jsonb_build_object('keyed', more::text), 'terms', jsonb_build_object('fac', '60000000', 'rule', 2,
      'lines', lines, 'taxes', '[]'::jsonb, 'market', 'LOCAL', 'classIds', jsonb_build_array(cover, (select class_id from cover_types where id = cover)), 'brokerage', '5000000', 'commission', '25000000'))
    else jsonb_build_object('date', effective, 'type', type, 'number', 1, 'placement', jsonb_build_object('fac', '60000000', 'lines', lines, 'taxes', '[]'::jsonb)) end,
  added, added * 60 / 100, added * 15 / 100, added * 3 / 100, 0, added * 42 / 100, added * 45 / 100, posted, 10000000000, added * 60 / 100, added * 3 / 100,
  maker, maker, array[maker], posted, checker, posted, posted, posted, 1, 0
from (select e.*, case type when 'AP' then more else 0 end as added,
    (select jsonb_agg(jsonb_build_object('share', share, 'resident', s.resident, 'brokerage', null, 'commission', null, 'securityId', s.id) order by share desc)
      from (values (case type when 'AP' then a else d end, '25000000'), (b, '20000000'), (c, '15000000')) as line (security, share) join parties s on s.id = security) as lines
  from endorsed e) e;
select setval(pg_get_serial_sequence('endorsements', 'id'), (select max(id) from endorsements));
insert into endorsement_lines (branch_id, endorsement_id, position, security_id, share, commission_rate, brokerage_rate, share_premium, commission_amount, brokerage_amount, tax_amount, deductions, net_payable)
select branch, endorsement, place, security, share, 25000000, 5000000, part, part / 4, part / 20, 0, part * 3 / 10, part * 7 / 10
from endorsed, lateral (values (1, a, 25000000::bigint, 'AP', more / 4), (2, b, 20000000, 'AP', more / 5), (3, c, 15000000, 'AP', more * 15 / 100),
  (1, d, 25000000, 'SEC', premium / 4), (2, b, 20000000, 'SEC', 0), (3, c, 15000000, 'SEC', 0), (4, a, 25000000, 'SEC', premium / -4)) as line (place, security, share, of_type, part)
where of_type = type;
update policies p set endorsement_count = 1, endorsed_premium = case type when 'AP' then more else 0 end, endorsed_fac_premium = case type when 'AP' then more * 60 / 100 else 0 end,
  endorsed_brokerage = case type when 'AP' then more * 3 / 100 else 0 end, endorsed_sum_insured = p.sum_insured
from endorsed where p.id = policy;

-- What is booked: notes of the reinsured (more premium alone) and of securities, in a return's place its debit note.
create temp table noted as
select e.*, x.place, x.security, x.part, x.kind, row_number() over (order by e.n, x.place) + (select max(id) from notes) as note,
  row_number() over (order by e.n, x.place) + (select max(id) from open_items) as item
from endorsed e, lateral (values (0, reinsured, 'AP', more * 45 / 100, 'DN'), (1, a, 'AP', more * 175 / 1000, 'CN'), (2, b, 'AP', more * 140 / 1000, 'CN'), (3, c, 'AP', more * 105 / 1000, 'CN'),
  (0, d, 'SEC', premium * 175 / 1000, 'CN'), (1, a, 'SEC', premium * 175 / 1000, 'DN')) as x (place, security, of_type, part, kind)
where x.of_type = e.type;
create temp table owing as
select e.*, n.id as first_note, c.id as old_note, p.id as old_part, i.id as old_item, (select max(id) from journal_entries) + e.n * 2 - 1 as entry
from endorsed e join notes n on n.policy_id = e.policy and n.kind = 'DN' and n.debit_note_id is null
join notes c on c.debit_note_id = n.id and c.party_id = e.a join note_parts p on p.credit_note_id = c.id join open_items i on i.note_id = c.id;
analyze noted, owing;
insert into notes (id, branch_id, kind, purpose, number, policy_id, endorsement_id, debit_note_id, party_id, currency, amount, base_amount, settled, set_off, posted_on, due_on)
overriding system value
select note, n.branch, kind, case when n.type = 'SEC' and kind = 'DN' then 'RETURN' else 'PREMIUM' end, kind || '/BULK/' || n.policy || '/E' || place, n.policy, n.endorsement,
  case when n.type = 'SEC' then o.first_note when kind = 'CN' then note - place end, security, n.currency, part, part, case when n.type = 'SEC' and kind = 'DN' then part else 0 end,
  case when n.type = 'SEC' and kind = 'DN' then part else 0 end, n.posted, n.posted + case when kind = 'CN' then 60 when n.type = 'AP' then 30 else 0 end
from noted n join owing o using (endorsement) order by note;
select setval(pg_get_serial_sequence('notes', 'id'), (select max(id) from notes));
update notes n set settled = amount, set_off = amount from owing o where o.type = 'SEC' and n.id = o.old_note;
insert into note_parts (branch_id, debit_note_id, kind, party_id, credit_note_id, currency, amount, endorsement_id)
select n.branch, case n.type when 'SEC' then o.first_note else note - place end, 'SECURITY', security, note, n.currency, part, n.endorsement from noted n join owing o using (endorsement) where kind = 'CN'
union all
select n.branch, note, 'BROKERAGE', null, null, n.currency, more * 3 / 100, n.endorsement from noted n where type = 'AP' and kind = 'DN';
insert into part_returns (branch_id, part_id, endorsement_id, amount, due_back) select branch, old_part, endorsement, premium * 175 / 1000, 0 from owing where type = 'SEC';
update note_parts p set returned = amount from owing o where o.type = 'SEC' and p.id = o.old_part;

insert into journal_entries (id, branch_id, day, event, source_kind, source_id, narration, made_by, made_at)
overriding system value
select entry, branch, posted, 'ENDORSEMENT_APPROVED', 'endorsement', endorsement, number || ' approved', checker, posted from owing
union all
select entry + 1, branch, posted, 'RETURN_SET_OFF', 'endorsement', endorsement, number || ' set against premium', checker, posted from owing where type = 'SEC';
select setval(pg_get_serial_sequence('journal_entries', 'id'), (select max(id) from journal_entries));
insert into journal_lines (entry_id, branch_id, day, account, party_id, currency, amount, base_amount, note_id)
select o.entry, n.branch, n.posted, case when n.type = 'AP' and kind = 'DN' then receivable else payable end, security, n.currency, sign * part, sign * part, note
from noted n join owing o using (endorsement), chart, lateral (values (case kind when 'DN' then 1 else -1 end)) as s (sign)
union all
select entry, branch, posted, chart.brokerage, null, currency, more * -3 / 100, more * -3 / 100, null from owing, chart where type = 'AP'
union all
select o.entry + 1, n.branch, n.posted, payable, security, n.currency, sign * part, sign * part, of_note
from noted n join owing o using (endorsement), chart, lateral (values (-1, note), (1, o.old_note)) as s (sign, of_note) where n.type = 'SEC' and kind = 'DN';
insert into open_items (id, branch_id, account, party_id, currency, entry_id, note_id, opened_on, due_on, amount, base_amount, outstanding, base_outstanding, settled_on)
overriding system value
select item, n.branch, case when n.type = 'AP' and kind = 'DN' then receivable else payable end, security, n.currency, o.entry, note, n.posted,
  n.posted + case when kind = 'CN' then 60 when n.type = 'AP' then 30 else 0 end, sign * part, sign * part, sign * part * (not returned)::int, sign * part * (not returned)::int,
  case when returned then n.posted end
from noted n join owing o using (endorsement), chart, lateral (values (case kind when 'DN' then 1 else -1 end, n.type = 'SEC' and kind = 'DN')) as s (sign, returned) order by item;
select setval(pg_get_serial_sequence('open_items', 'id'), (select max(id) from open_items));
update open_items i set outstanding = 0, base_outstanding = 0, settled_on = o.posted from owing o where o.type = 'SEC' and i.id = o.old_item;
insert into settlements (branch_id, item_id, entry_id, day, amount, base_amount)
select n.branch, s.item, o.entry + 1, n.posted, sign * part, sign * part
from noted n join owing o using (endorsement), lateral (values (1, n.item), (-1, o.old_item)) as s (sign, item) where n.type = 'SEC' and kind = 'DN';
insert into note_offsets (branch_id, return_note_id, note_id, entry_id, amount, day, source_kind, source_id)
select n.branch, note, o.old_note, o.entry + 1, part, n.posted, 'endorsement', n.endorsement from noted n join owing o using (endorsement) where n.type = 'SEC' and kind = 'DN';
