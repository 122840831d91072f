-- The terms that a firm begins with are those of the specification: three instalments as well. What a firm took away or
-- added itself stays as it is.
update payment_terms set position = position + 1
where position > (select position from payment_terms where code = 'INSTALMENTS_2')
  and not exists (select 1 from payment_terms where code = 'INSTALMENTS_3');
insert into payment_terms (code, label, position)
select 'INSTALMENTS_3', '3 instalments, every four months', position + 1 from payment_terms
where code = 'INSTALMENTS_2'
on conflict (code) do nothing;
