-- What was opened between two days is found without reading every item.
create index open_items_opened on open_items (branch_id, opened_on);
