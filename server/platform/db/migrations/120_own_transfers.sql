-- Money between two of the firm's own accounts of one purpose: a transfer, or with another currency a conversion. What a
-- conversion of client money cost over the currency received is kept when it is paid: the firm makes it good, or draws what
-- was left over. M6.
alter table vouchers
  add column into_account_id int references bank_accounts,
  add column into_currency char(3) references currencies (code),
  add column into_amount bigint,
  add column exchange_cost bigint not null default 0,
  drop constraint vouchers_kind_check,
  add constraint vouchers_kind_check check (kind in ('PREMIUM', 'CLAIM', 'DRAWING', 'TAX', 'EXPENSE', 'MAKE_GOOD', 'BANK_CHARGE',
    'REFUND', 'SALVAGE', 'SET_OFF', 'DRAW_BACK', 'CLIENT_TRANSFER', 'OFFICE_TRANSFER', 'EXCHANGE_DRAWING')),
  add constraint transfer_into check (case when kind in ('CLIENT_TRANSFER', 'OFFICE_TRANSFER')
    then num_nonnulls(into_account_id, into_currency, into_amount) = 3 and into_amount > 0 and into_account_id <> bank_account_id
      and (into_currency <> currency or into_amount = amount)
    else num_nonnulls(into_account_id, into_currency, into_amount) = 0 end),
  add constraint cost_of_conversion check (exchange_cost = 0 or (kind = 'CLIENT_TRANSFER' and into_currency <> currency)),
  add constraint drawing_of_conversion check (kind <> 'EXCHANGE_DRAWING' or follows_id is not null);
create index vouchers_into_amount on vouchers (branch_id, into_amount) where into_amount is not null;
create index vouchers_into_account on vouchers (into_account_id) where into_account_id is not null;
