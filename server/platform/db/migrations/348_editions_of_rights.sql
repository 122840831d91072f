-- What callers may do is read anew once something of it changed, in one row that says so. Its edition never comes back, as a counter's would after a restore.
create table rights_edition (
  id integer not null default 1,
  edition uuid not null default gen_random_uuid(),
  constraint rights_edition_pkey primary key (id),
  constraint rights_edition_id_check check (id = 1)
);
insert into rights_edition default values;
-- One row: a table that was never looked at is thought to have thousands.
analyze rights_edition;

create function rights_changed() returns trigger language plpgsql security definer set search_path to 'public' as $function$
begin
  update rights_edition set edition = gen_random_uuid();
  return null;
end $function$;

-- At the commit, which then holds the row for as short as can be.
create constraint trigger rights_changed after update of name, email, status or delete on users
  deferrable initially deferred for each row execute function rights_changed();
create constraint trigger rights_changed after insert or update or delete on user_roles
  deferrable initially deferred for each row execute function rights_changed();
create constraint trigger rights_changed after insert or update or delete on roles
  deferrable initially deferred for each row execute function rights_changed();
create constraint trigger rights_changed after insert or update or delete on authority_limits
  deferrable initially deferred for each row execute function rights_changed();
create constraint trigger rights_changed after insert or update or delete on lendings
  deferrable initially deferred for each row execute function rights_changed();
create constraint trigger rights_changed after insert or update or delete on branches
  deferrable initially deferred for each row execute function rights_changed();
create constraint trigger rights_changed after insert or update on firm
  deferrable initially deferred for each row execute function rights_changed();
create constraint trigger rights_changed after insert or update of user_id, confirmed_at or delete on totp_secrets
  deferrable initially deferred for each row execute function rights_changed();
create constraint trigger rights_changed after insert or update of user_id or delete on passkeys
  deferrable initially deferred for each row execute function rights_changed();
