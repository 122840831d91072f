-- What made an open figure is listed from the first day on: an open item stands at the day on which it first moved, which is the one it was opened on,
-- or an earlier one where money of an earlier bank date settled it.
alter table open_items add settled_from date;
comment on column open_items.settled_from is 'The first day of its settlements, where that is before it was opened.';
update open_items i set settled_from = s.day
from (select x.item_id, min(x.day) as day from settlements x join open_items o on o.id = x.item_id where x.day < o.opened_on group by 1) s
where i.id = s.item_id;
create index open_items_first on open_items (branch_id, account, least(opened_on, settled_from), id) where outstanding <> 0;
