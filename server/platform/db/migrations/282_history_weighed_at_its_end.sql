-- What a history has filled is counted once more when all of it is there: a report of the next minute is planned for the books as they
-- are, and not as they were after the first of their entries.
create or replace function weigh_history(step text) returns void language plpgsql security definer set search_path = public as $$
begin
  case step
    when 'files' then analyze h_accounts, h_parties, h_documents, h_lines;
    when 'lines' then analyze h_posted;
    when 'documents' then analyze parties, history_documents, h_settled;
    when 'items' then analyze h_opened;
    when 'notes' then analyze notes;
    when 'entries' then analyze journal_entries, journal_lines, open_items, settlements, daily_balances;
    when 'books' then analyze notes, note_parts, journal_entries, journal_lines, open_items, settlements, daily_balances;
  end case;
end $$;
