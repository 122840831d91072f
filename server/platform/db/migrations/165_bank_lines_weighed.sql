-- Has plans know the lines of a bank that a file has just brought: a page of the open ones follows their index then.
create function weigh_bank_lines() returns void language plpgsql security definer set search_path = public as $$
begin
  analyze bank_lines;
end $$;
