-- How many covers are over is counted from the index that has them by their end; each policy was met for it in the order of its producer.
drop index policies_cover_end;
create index policies_cover_end on policies (branch_id, market, cover_end_date desc, id desc) include (status, insurance_start_date, cancelled_from);
