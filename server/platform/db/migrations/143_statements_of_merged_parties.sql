-- A party is once among those that a batch still has to do. What was done for two parties stays when they become one.
alter table statement_items drop constraint statement_of_party_once;
create unique index statement_of_party_once on statement_items (batch_id, party_id) where done_at is null;
create index statement_items_batch on statement_items (batch_id, id);
