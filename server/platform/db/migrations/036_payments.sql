-- Why a voucher was paid although no account of its payee was confirmed.
alter table vouchers add column pay_reason text not null default '';
