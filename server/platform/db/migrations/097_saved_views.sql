-- What a list is searched, filtered and sorted by, under a name: its maker's, or shared with the branch.
create table saved_views (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  user_id int not null references users (id),
  version int not null default 1,
  list text not null,
  name text not null,
  query text not null,
  shared boolean not null,
  made_at timestamptz not null,
  edited_at timestamptz not null
);
create unique index saved_view_once on saved_views (user_id, branch_id, list, lower(name));
create index saved_views_of_list on saved_views (branch_id, list, id);
call protect_branch('saved_views');
create policy own_or_shared on saved_views as restrictive for select
  using (shared is not false or user_id = (select request_user()));
