-- How money came in, and what for: a return of a security, or on account until it is known what for. A cheque that the
-- payer's bank did not pay takes its receipt back.
alter table receipts drop constraint receipts_receipt_type_check;
alter table receipts add constraint receipts_receipt_type_check
  check (receipt_type in ('PREMIUM', 'CLAIM', 'RETURN', 'FEE', 'ON_ACCOUNT', 'OTHER'));
alter table receipts
  add column method text not null default 'BANK_TRANSFER' check (method in ('BANK_TRANSFER', 'CHEQUE', 'CASH', 'MOBILE_MONEY')),
  add column bounced boolean not null default false,
  add constraint bounced_cheque check (not bounced or (method = 'CHEQUE' and status = 'REVERSED'));
