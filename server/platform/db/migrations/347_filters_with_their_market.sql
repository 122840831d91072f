-- The list of one market by its reinsured, class or producer is counted from an index alone: each of up to ten thousand policies was read for its market.
drop index policies_reinsured;
create index policies_reinsured on policies (reinsured_id, branch_id, id desc) include (market);
drop index policies_class;
create index policies_class on policies (cover_type_id, branch_id, id desc) include (market);
drop index policies_producer;
create index policies_producer on policies (producer_id, branch_id, id desc) include (market);
