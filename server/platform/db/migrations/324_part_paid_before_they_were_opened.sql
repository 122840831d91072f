-- The last movements of what is open are those of the items that were opened last; those that money of an earlier day settled are few, and stand elsewhere in that order.
create index open_items_settled_before on open_items (branch_id, account) where outstanding <> 0 and settled_from is not null;
