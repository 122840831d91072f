-- What is open in other currencies than the firm's own is converted item by item: it is found without those in its own.
create index open_items_currency on open_items (branch_id, account, currency, id) where outstanding <> 0;
