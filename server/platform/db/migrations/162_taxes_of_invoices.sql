-- A tax falls on the firm's own invoices by a dated rate of the register, as it does on premium.
alter table tax_rates
  drop constraint tax_rates_basis_check,
  add constraint tax_rates_basis_check check (basis in ('GROSS', 'NET_OF_COMMISSION', 'BROKERAGE', 'COMMISSION', 'INVOICE')),
  add constraint tax_on_invoices check (basis <> 'INVOICE'
    or (flat is null and minimum is null and market is null and class_id is null and borne_by = 'REINSURED'));

-- What was typed on invoices until now is the rate of the register from then on: the last one of each tax. Booked lines keep theirs.
insert into tax_rates (tax_id, rate, basis, borne_by, applies_to, effective_from)
select distinct on (l.tax_id) l.tax_id, l.tax_rate, 'INVOICE', 'REINSURED', 'ALL',
  min(coalesce(i.posted_on, i.created_at::date)) over (partition by l.tax_id)
from invoice_lines l join invoices i on i.id = l.invoice_id
where l.tax_id is not null and i.status <> 'DISABLED'
order by l.tax_id, i.id desc, l.position desc;
update taxes t set version = version + 1
where exists (select 1 from tax_rates r where r.tax_id = t.id and r.basis = 'INVOICE');
