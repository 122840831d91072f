-- What the firm pays into the client bank to pay a claim ahead of its securities names the claim, and is drawn back as they pay. C6.
do $$
declare known text := (select substring(pg_get_constraintdef(oid) from 'ARRAY\[(.*)\]') from pg_constraint
  where conrelid = 'vouchers'::regclass and conname = 'vouchers_kind_check');
begin
  alter table vouchers drop constraint vouchers_kind_check;
  execute format('alter table vouchers add constraint vouchers_kind_check check (kind = any (array[%s, ''DRAW_BACK'']))', known);
end $$;
alter table vouchers
  drop constraint voucher_of_claim,
  add constraint voucher_of_claim check (case
    when kind in ('CLAIM', 'SALVAGE', 'SET_OFF', 'DRAW_BACK') then claim_id is not null
    when kind = 'MAKE_GOOD' then claim_id is null or note_id is null
    else claim_id is null end);
