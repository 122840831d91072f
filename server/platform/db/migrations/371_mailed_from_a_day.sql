-- Days before which nothing is mailed: of a view since it was resumed or its calendar changed, of a person since they were added.
alter table view_schedules add column counts_from date;
update view_schedules set counts_from = first_on;
alter table view_schedules alter column counts_from set not null;
alter table view_schedule_users add column counts_from date;
update view_schedule_users x set counts_from = t.first_on from view_schedules t where t.id = x.schedule_id;
alter table view_schedule_users alter column counts_from set not null;
