-- A fee of an expert is paid to the expert, to the order of the reinsured: by the name that the fee's movement has. C10.
alter table vouchers add column to_order text not null default '';
