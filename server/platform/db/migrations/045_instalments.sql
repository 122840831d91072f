-- When the premium of a placement is paid where its terms are dates and amounts by hand: in the order entered, as entered.
create table policy_instalments (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  policy_id int not null references policies (id),
  sequence int not null check (sequence > 0),
  due_on date not null,
  amount bigint not null check (amount > 0),
  constraint policy_instalment_once unique (policy_id, sequence)
);
call protect_branch('policy_instalments');
