-- Papers of policies that one person mails together: which kinds, and whether also those that were mailed before.
alter table record_batches drop constraint record_batches_act_check,
  add constraint record_batches_act_check check (act in ('submit', 'approve', 'send')),
  add column papers text[] not null default '{}',
  add column again boolean not null default false,
  add constraint papers_are_sent check (
    (act = 'send') = (papers <> '{}') and papers <@ array['debit-note', 'credit-note', 'cover-note']
      and (act = 'send' or not again));

-- The mails of a record of such a batch: each of its papers leaves once.
create table record_batch_mails (
  item_id int not null references record_batch_items (id),
  branch_id int not null references branches (id),
  document_id int not null references documents (id),
  sending_id int not null references document_sendings (id),
  constraint paper_of_batch_once primary key (item_id, document_id),
  unique (sending_id)
);

call protect_branch('record_batch_mails');
