-- What a cancellation keeps of an adjustable policy's minimum premium: all of it, or its days.
alter table policies add column minimum_kept text not null default 'FULL'
  constraint minimum_kept_known check (minimum_kept in ('FULL', 'PRO_RATA'));
