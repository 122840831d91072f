-- London slips: a policy of the market LONDON has the headings of the Market Reform Contract beside it, 1:1, and its lines
-- say how they came about: quoted, written, signed.
alter table firm add column if not exists lloyds_broker_number text;

create table slips (
  policy_id int primary key references policies (id),
  branch_id int not null references branches (id),
  umr text,
  leader_id int references parties (id),
  basis text not null check (basis in ('WHOLE', 'ORDER')),
  sections jsonb not null,
  signed_lines_notified_on date,
  constraint umr_once unique (umr)
);
create index slips_leader on slips (leader_id, branch_id) where leader_id is not null;
create index slips_to_notify on slips (branch_id, policy_id) where signed_lines_notified_on is null;

-- `written` is the line as it stands on the slip, in % of the slip's basis; `offer` is the same in % of the whole.
alter table policy_lines
  add column written bigint check (written between 0 and 100000000),
  add column to_stand boolean not null default false,
  add column stamp text not null default '',
  add column quoted_on date,
  add column quote_reference text not null default '',
  add column written_on date,
  add column reference text not null default '',
  add column signed_on date,
  add column signing_reference text not null default '';
-- A security that has quoted and not written yet has no line so far; no approval signs one.
alter table policy_lines drop constraint policy_lines_share_check;
alter table policy_lines add constraint policy_lines_share_check check (share between 0 and 100000000);

-- A paper that each security has of its own names its security; 0 is a paper of the whole.
alter table documents add column security_id int not null default 0;
alter table documents drop constraint document_once;
alter table documents add constraint document_once unique (kind, record_kind, record_id, issue, security_id);

call protect_branch('slips');
