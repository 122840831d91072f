-- Where a session came from, as sign-ins are counted: an address that an account has used is one that it knows.
alter table sessions add column network text not null default '';
update sessions set network = case
  when address like '::ffff:%.%' then substr(address, 8)
  when address not like '%:%' then address
  else '' end;
create index sessions_known on sessions (user_id, network, created_at) where network <> '';

-- The key that signed a session's token, so that a key is kept until its sessions end, and ends them when it is revoked.
alter table sessions add column kid text not null default '';
create index sessions_kid on sessions (kid, expires_at) where ended_at is null;
alter table private.signing_keys add column revoked_at timestamptz;

-- Which keys count, without their secrets. A new one signs once every instance has had the time to read it; a former one
-- verifies until the last of its sessions ends, and a while longer for an instance that has not heard yet.
create function signing_kids() returns table (kid text, signs boolean)
  language sql stable security definer set search_path = pg_catalog, public as $$
  with valid as (
    select k.kid, k.created_at,
      row_number() over (order by k.created_at <= now() - interval '30 seconds' desc,
        case when k.created_at <= now() - interval '30 seconds' then now() - k.created_at else k.created_at - now() end) as place
    from private.signing_keys k where k.revoked_at is null),
  signer as (select * from valid where place = 1)
  select v.kid, v.place = 1
  from valid v cross join signer s
  where v.created_at >= s.created_at or s.created_at > now() - interval '5 minutes'
    or exists (select 1 from sessions e where e.kid = v.kid and e.ended_at is null and e.expires_at > now())
$$;
