-- What is open of every party, and of every age, is added up from the index of its key alone: rows of a party lie where they were folded, apart from each other.
alter table open_sums drop constraint open_sums_pkey, add constraint open_sums_pkey primary key (branch_id, account, party_id, currency, due_on, debit) include (amount, base_amount);
