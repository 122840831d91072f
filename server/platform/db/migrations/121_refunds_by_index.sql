-- Few parts of all are refunds, and fewer wait: the form of a refund and client money look them up. Few vouchers follow another.
create index note_parts_refundable on note_parts (branch_id) where kind = 'REFUND' and paid < effective;
create index note_parts_refund on note_parts (credit_note_id) where kind = 'REFUND';
create index vouchers_following on vouchers (follows_id) where follows_id is not null;
