-- A view is of the call whose rows it narrows: each list and report has views without being named anywhere else.
update saved_views set list = case list
  when 'policies' then 'underwriting/items' when 'london-slips' then 'londonslip/items' when 'renewals' then 'underwriting/renewals'
  when 'claims' then 'claim/items' when 'receipts' then 'receivable/items' when 'invoices' then 'invoice/items'
  when 'adjustments' then 'adjustment/items' when 'journals' then 'journal/items' when 'vouchers' then 'paymentvoucher/items2' else list end;
