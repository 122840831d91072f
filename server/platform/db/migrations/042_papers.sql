-- Whether the cover note, which the reinsured holds, names our brokerage is the firm's choice.
alter table firm add column brokerage_on_cover_notes boolean not null default true;

-- Clauses of official numbers came with a summary of ours. Under the number of a published wording that reads as the
-- wording itself: they keep number and title, and have a text once the firm enters the one that it holds. What a person
-- entered has its maker and stays. Contracts that are agreed keep what they were agreed with.
with shipped as (
  select c.id, c.code, c.title, c.wording_version
  from clauses c join clause_wordings w on w.clause_id = c.id and w.version = c.wording_version
  where w.made_by is null and w.wording <> '' and c.market = 'LONDON'
    and c.code ~ '^(LMA|LSW|NMA|IUA|AVN|CL[0-9]|JC[0-9])'
),
emptied as (
  insert into clause_wordings (clause_id, version, code, title, wording)
  select id, wording_version + 1, code, title, '' from shipped
  returning clause_id, version
),
renewed as (
  update clauses c set wording = '', wording_version = e.version, version = c.version + 1
  from emptied e where e.clause_id = c.id
)
update policy_clauses pc set wording_version = e.version
from emptied e, policies p
where e.clause_id = pc.clause_id and pc.wording_version = e.version - 1
  and p.id = pc.policy_id and p.branch_id = pc.branch_id and p.status in ('DRAFT', 'PENDING', 'REJECTED');
