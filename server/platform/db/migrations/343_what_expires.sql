-- What expires in some days is filtered and added up from an index alone: each list of it looked up every policy, a seventh of all of them for sixty days.
-- It takes the place of the one before, so that an approval writes as many indexes.
drop index policies_expiring;
create index policies_expiring on policies (branch_id, cover_end_date, id)
  include (currency, market, reinsured_id, cover_type_id, current_fac_premium, base_fac_premium, endorsement_count, not_renewed_reason)
  where status = 'APPROVED' and cancelled_from is null;
-- Few are not renewed, and those are met at once.
create index policies_not_renewed on policies (branch_id, cover_end_date, id) where status = 'APPROVED' and not_renewed_reason is not null;
-- Whether a policy is renewed is known from the index that lets it be renewed once.
drop index renewed_once;
create unique index renewed_once on policies (renewed_from_id) include (branch_id, status) where renewed_from_id is not null and status <> 'DISABLED';
