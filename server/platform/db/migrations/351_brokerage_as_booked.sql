-- What a policy or an endorsement in another currency brought of brokerage is, in base, what its entry booked: reckoned by itself it differed by a cent
-- where the base of the debit note was spread over the entry's lines.
create temp table booked on commit drop as
select e.source_kind, e.source_id, -sum(l.base_amount)::bigint as base
from journal_entries e join journal_lines l on l.entry_id = e.id
where e.event in ('POLICY_APPROVED', 'ENDORSEMENT_APPROVED') and e.reverses_id is null and l.currency <> (select base_currency from firm)
  and l.account = any((select accounts_of('BROKERAGE_INCOME', 'DEFERRED_BROKERAGE'))::text[])
group by 1, 2;
update policies p set base_brokerage = b.base from booked b
where b.source_kind = 'policy' and b.source_id = p.id and p.base_brokerage <> b.base;
update endorsements e set base_brokerage = b.base from booked b
where b.source_kind = 'endorsement' and b.source_id = e.id and e.base_brokerage <> b.base;
drop table booked;
