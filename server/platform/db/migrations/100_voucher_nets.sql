-- What the payee of a voucher owes is set against it: a return or a claim invoice of a security; of a tax or of our brokerage
-- what was paid too much of a part. The voucher pays what is left. M15.
alter table vouchers
  add column set_off bigint not null default 0,
  drop constraint vouchers_amount_check,
  -- All of a premium voucher may be set off; then no bank moves.
  add constraint amount_of_voucher check (amount > 0 or (amount = 0 and kind = 'PREMIUM' and set_off > 0)),
  add constraint set_off_of_its_kind check (set_off >= 0 and (set_off = 0 or kind in ('PREMIUM', 'TAX', 'DRAWING')));

create table voucher_nets (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  voucher_id int not null references vouchers (id),
  note_id int references notes (id),
  part_id int references note_parts (id),
  amount bigint not null check (amount > 0),
  constraint note_or_part check (num_nonnulls(note_id, part_id) = 1),
  constraint net_note_once unique (voucher_id, note_id),
  constraint net_part_once unique (voucher_id, part_id)
);
create index voucher_nets_note on voucher_nets (note_id) where note_id is not null;
create index voucher_nets_part on voucher_nets (part_id) where part_id is not null;
call protect_branch('voucher_nets');

-- Few taxes and little brokerage are paid beyond what their part still comes to: the next voucher of each looks them up.
create index note_parts_overpaid on note_parts (branch_id, kind, currency)
  where kind in ('TAX', 'BROKERAGE') and paid > effective - certified;
