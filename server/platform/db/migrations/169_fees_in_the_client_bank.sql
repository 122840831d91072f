-- What of our own fee came into client accounts, and what of that vouchers hold and have drawn to the office account.
alter table notes
  add column fee_received bigint not null default 0,
  add column fee_committed bigint not null default 0,
  add column fee_drawn bigint not null default 0,
  -- A receipt may be reversed after its fee was drawn: what is drawn may be more than what is received.
  add constraint fee_within_note check (0 <= fee_received and fee_received <= amount
    and 0 <= fee_drawn and fee_drawn <= fee_committed and fee_committed <= amount
    and (purpose = 'FEE' or (fee_received = 0 and fee_committed = 0)));

update notes n set fee_received = s.amount
from (
  select note_id, sum(amount)::bigint as amount from (
    select a.note_id, a.note_amount as amount from allocations a join receipts r on r.id = a.receipt_id
      join bank_accounts k on k.id = r.bank_account_id and k.purpose = 'CLIENT' where a.reversed_at is null
    union all
    select note_id, amount from adjustments where status = 'APPROVED' and kind in ('WRITE_OFF', 'BANK_CHARGE')) x
  group by note_id) s
where n.id = s.note_id and n.purpose = 'FEE';
create index notes_fees_to_draw on notes (branch_id, currency, id) where fee_received > fee_drawn;

-- The fees that a voucher draws, each with an amount of it.
create table voucher_fees (
  voucher_id int not null references vouchers (id),
  note_id int not null references notes (id),
  branch_id int not null references branches (id),
  amount bigint not null check (amount > 0),
  primary key (voucher_id, note_id)
);
create index voucher_fees_note on voucher_fees (note_id);
call protect_branch('voucher_fees');

alter table vouchers drop constraint vouchers_kind_check,
  add constraint vouchers_kind_check check (kind in ('PREMIUM', 'CLAIM', 'DRAWING', 'FEE_DRAWING', 'TAX', 'INVOICE_TAX', 'EXPENSE', 'MAKE_GOOD',
    'BANK_CHARGE', 'REFUND', 'SALVAGE', 'SET_OFF', 'DRAW_BACK', 'CLIENT_TRANSFER', 'OFFICE_TRANSFER', 'EXCHANGE_DRAWING'));
