-- What a placement is subject to beside its clauses. A London slip has it in its sections; both are read from here.
alter table policies add column conditions text not null default '';
update policies p set conditions = coalesce(s.sections -> 'risk' ->> 'conditions', '') from slips s where s.policy_id = p.id;
