-- The sections of a London slip have figures of their own, in minor units; they were typed text among the headings.
create table slip_sections (
  policy_id int not null references policies (id),
  branch_id int not null references branches (id),
  position int not null check (position between 1 and 20),
  name text not null,
  interest text not null default '',
  limit_words text not null default '',
  excess text not null default '',
  situation text not null default '',
  conditions text not null default '',
  sum_insured bigint check (sum_insured > 0),
  limit_amount bigint check (limit_amount > 0),
  premium bigint check (premium >= 0),
  primary key (policy_id, position),
  constraint section_limit check (limit_amount is null or sum_insured is null or limit_amount <= sum_insured)
);
call protect_branch('slip_sections');

insert into slip_sections
  (policy_id, branch_id, position, name, interest, limit_words, excess, situation, conditions, premium)
select s.policy_id, s.branch_id, one.position, one.section ->> 'name',
  coalesce(one.section ->> 'interest', ''), coalesce(one.section ->> 'limit', ''), coalesce(one.section ->> 'excess', ''),
  coalesce(one.section ->> 'situation', ''), coalesce(one.section ->> 'conditions', ''),
  case when one.section ->> 'premium' ~ '^\d+(\.\d+)?$'
    then round((one.section ->> 'premium')::numeric * 10 ^ c.exponent)::bigint end
from slips s
join policies p on p.id = s.policy_id
join currencies c on c.code = p.currency
cross join lateral jsonb_array_elements(s.sections -> 'sections') with ordinality as one (section, position)
where jsonb_typeof(s.sections -> 'sections') = 'array';
update slips set sections = sections - 'sections' where sections ? 'sections';
