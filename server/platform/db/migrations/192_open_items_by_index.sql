-- What is summed of open items stands in the index of those that are open: ages and what is due read no other item.
drop index open_items_party;
create index open_items_party on open_items (branch_id, account, party_id, due_on, id)
  include (currency, note_id, opened_on, outstanding, base_outstanding) where outstanding <> 0;
