-- The page of the tax return with one tax chosen shows and exports the documents of that tax. Views of it, and the copies of them that are mailed, are of
-- those documents. The page that nothing is chosen on opens with none of them.
delete from opening_views o using saved_views v where v.id = o.view_id and v.list = 'taxes/return' and v.query ~ '(^|&)tax=\d';
update saved_views set list = 'taxes/return/documents' where list = 'taxes/return' and query ~ '(^|&)tax=\d';
update view_schedules set list = 'taxes/return/documents' where list = 'taxes/return' and query ~ '(^|&)tax=\d';
