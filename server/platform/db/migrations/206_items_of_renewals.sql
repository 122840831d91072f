-- A policy of a batch of renewals is done at an instant, as the items of every other batch are.
alter table renewal_batch_items
  add column id int generated always as identity unique,
  add column done_at timestamptz;
update renewal_batch_items i set done_at = coalesce(b.finished_at, b.made_at)
from renewal_batches b where b.id = i.batch_id and (i.renewal_id is not null or i.problem is not null);
alter table renewal_batch_items
  drop constraint renewed_or_not,
  add constraint renewed_or_not check (
    (done_at is null) = (renewal_id is null and problem is null) and (renewal_id is null or problem is null)
  );
