-- What was made good for a note is drawn back as the money comes, as what was made good for a claim is. M17.
alter table vouchers
  drop constraint note_of_its_kind,
  add constraint note_of_its_kind check (case kind
    when 'SET_OFF' then note_id is not null
    when 'MAKE_GOOD' then true
    when 'SALVAGE' then true
    when 'REFUND' then num_nonnulls(note_id, receipt_id) = 1
    when 'DRAW_BACK' then num_nonnulls(note_id, claim_id) = 1
    else note_id is null end),
  drop constraint voucher_of_claim,
  add constraint voucher_of_claim check (case
    when kind in ('CLAIM', 'SALVAGE', 'SET_OFF') then claim_id is not null
    when kind in ('MAKE_GOOD', 'DRAW_BACK') then claim_id is null or note_id is null
    else claim_id is null end);
