-- The documents of a firm's books from another system, under the numbers that they had there. They are posted once and are
-- no records of ours: nobody decides them, and nothing is added to them.
create table history_documents (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  number text not null,
  kind text not null check (kind in ('DN', 'RC', 'PV', 'JV')),
  day date not null,
  currency char(3) not null references currencies (code),
  party_id int references parties (id),
  class text not null,
  policy_number text not null,
  insured text not null,
  narration text not null,
  constraint history_number_once unique (number)
);
create index history_documents_list on history_documents (branch_id, day, id);
create index history_documents_party on history_documents (party_id) where party_id is not null;
call protect_branch('history_documents');

-- What a note was settled by, and a part paid, in the other system: receipts and vouchers of ours come on top.
alter table notes
  add column history_id int references history_documents (id),
  add column settled_before bigint not null default 0,
  add constraint settled_before_within check (settled_before >= 0 and settled_before <= settled),
  add constraint note_of_history check ((history_id is null or origin = 'HISTORY') and (settled_before = 0 or history_id is not null));
create index notes_history on notes (history_id) where history_id is not null;
alter table note_parts
  add column paid_before bigint not null default 0,
  add column advanced_before bigint not null default 0,
  add constraint paid_before_within check (paid_before >= 0 and paid_before <= paid and advanced_before >= 0 and advanced_before <= paid_before);

-- What the files of a history hold, what is wrong with them, and what its accounts are for.
alter table imports add column history jsonb;
create unique index history_once on imports (target) where target = 'history' and state = 'DONE';

-- Whether anything was ever posted, in whatever branch.
create function books_begun() returns boolean language sql stable security definer set search_path = public as $$
  select exists (select 1 from journal_entries) $$;

-- Where the files of a history lie while they are checked and posted: tables of one transaction alone. The application's role
-- may make none of its own, in whose place those of the schema would be read.
create function stage_history() returns void language plpgsql security definer set search_path = public as $$
begin
  create temporary table h_accounts (line int, code text, name text, type text) on commit drop;
  create temporary table h_parties (line int, code text, kind text, name text, country text, name_key text, party_id int) on commit drop;
  create temporary table h_documents (line int, id bigint, number text, kind text, day date, due date, currency text, rate bigint, party text,
    class text, policy text, insured text, narration text) on commit drop;
  create temporary table h_lines (line int, document bigint, day date, account text, party text, currency text, amount bigint, base bigint,
    due date, item text, narration text) on commit drop;
  create temporary table h_uses (code text, function text, tax int) on commit drop;
  create temporary table h_posted (line int, document bigint, number text, kind text, document_currency text, day date, account text, type text,
    function text, party text, exchange boolean, currency text, amount bigint, base bigint, due date, item text, opens boolean, settles boolean)
    on commit drop;
  create temporary table h_settled (item text, account text, party text, currency text, amount bigint) on commit drop;
  create temporary table h_opened (line int, document bigint, type text, account text, currency text, day date, due date, amount bigint, base bigint,
    history_id int, party_id int, item text, party text, settled bigint, note_id int, note_number text) on commit drop;
  create temporary table h_ready (place int, line int, history int, day date, narration text, account text, party int, tax int, bank int,
    currency text, amount bigint, base bigint, due date, opens int, settles int) on commit drop;
  create index on h_documents (id);
  create index on h_lines (document);
  create index on h_posted (document);
  create index on h_posted (item, account, party, currency);
  create index on h_opened (item, account, party, currency);
  create index on h_opened (line);
  create index on h_ready (place);
  grant select, insert, update on h_accounts, h_parties, h_documents, h_lines, h_uses, h_posted, h_settled, h_opened, h_ready to public;
end $$;

-- Has plans know how many rows lie in the tables that a step has just filled: all of a history is one transaction, which
-- nothing else looks into.
create function weigh_history(step text) returns void language plpgsql security definer set search_path = public as $$
begin
  case step
    when 'files' then analyze h_accounts, h_parties, h_documents, h_lines;
    when 'lines' then analyze h_posted;
    when 'documents' then analyze parties, history_documents, h_settled;
    when 'items' then analyze h_opened;
    when 'notes' then analyze notes;
    when 'entries' then analyze journal_entries, journal_lines, open_items, settlements, daily_balances;
  end case;
end $$;
