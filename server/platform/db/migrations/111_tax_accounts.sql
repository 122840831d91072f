-- The ledger account that a tax is kept on, where a firm's chart has one of its own for it; else the one of all taxes.
alter table taxes add column account text references ledger_accounts (code);
create unique index tax_of_account on taxes (account) where account is not null;
