-- To whom each paper went: of its note, receipt, payment or letter. A party's papers were sought among all of its notes, of which a security has hundreds of thousands.
create table party_papers (
  document_id integer primary key references documents (id),
  branch_id integer not null references branches (id),
  party_id integer not null references parties (id),
  record_kind text not null
);
call protect_branch('party_papers');
create index party_papers_party on party_papers (party_id, document_id desc) include (branch_id, record_kind);

-- The party of a paper's record; none of a paper that is of no one party.
create function party_of_paper(d documents) returns integer language sql stable security definer set search_path = public as $$
  select case
    when d.note_id is not null then (select party_id from notes where id = d.note_id)
    when d.record_kind = 'receipt' then (select payer_id from receipts where id = d.record_id)
    when d.record_kind = 'voucher' then (select payee_id from vouchers where id = d.record_id)
    when d.record_kind in ('statement', 'remittance') then (select party_id from statement_items where id = d.record_id)
  end
$$;

create function paper_of_party() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into party_papers (document_id, branch_id, party_id, record_kind)
  select new.id, new.branch_id, party, new.record_kind from party_of_paper(new) party where party is not null;
  return null;
end $$;
create trigger paper_of_party after insert on documents for each row execute function paper_of_party();

insert into party_papers (document_id, branch_id, party_id, record_kind)
select d.id, d.branch_id, party, d.record_kind from documents d cross join lateral party_of_paper(d) party where party is not null;
analyze party_papers;
