-- With which view a list opens for a person, in a branch: a setting of their own. It goes with the view; of one that is shared no longer it says nothing.
alter table saved_views add constraint saved_views_of_list_once unique (id, branch_id, list);
create table opening_views (
  user_id int not null references users (id),
  branch_id int not null references branches (id),
  list text not null,
  view_id int not null,
  chosen_at timestamptz not null,
  primary key (user_id, branch_id, list),
  foreign key (view_id, branch_id, list) references saved_views (id, branch_id, list) on delete cascade
);
create index opening_views_of_view on opening_views (view_id);
call protect_branch('opening_views');
create policy own on opening_views as restrictive using (user_id = (select request_user()));
