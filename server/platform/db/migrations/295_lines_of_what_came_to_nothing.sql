-- A line whose receipt was disabled, or whose receipt or voucher was reversed, is open again: what it is, nothing in the books says any more. A cheque that its bank
-- returned was that line all the same.
with ended as (
  update bank_matches m set live = false, version = m.version + 1, undone_by = t.by, undone_at = now(), undone_reason = 'Its record was ' || lower(t.status) || '.'
  from (
    select 'receipt' as kind, id, status, coalesce(decided_by, made_by) as by from receipts where status in ('DISABLED', 'REVERSED') and not bounced
    union all
    select 'voucher', id, status, coalesce(decided_by, made_by) from vouchers where status = 'REVERSED') t
  where m.live and t.id = case t.kind when 'receipt' then m.receipt_id else m.voucher_id end
  returning m.line_id)
update bank_lines l set matched = false from ended where l.id = ended.line_id;
