-- A text with words behind a number ("nbo/fac/2026/004122 approved") was found by the groups of all of them, most of which are in every second row: of two million
-- entries the index read a hundred times as many pages as for the number alone. It is found by its last word of six signs or more that has a digit, where there is one.
create or replace function found_by(wanted text) returns text language sql immutable as $$
  select coalesce(
    (select w.word from regexp_split_to_table(of.ending, ' ') with ordinality as w (word, place)
     where length(w.word) >= 6 and w.word ~ '[0-9]' order by w.place desc limit 1),
    case when length(of.ending) >= 4 and of.ending ~ '[0-9]' then of.ending else wanted end)
  from (select substring(wanted from '[^/]*$') as ending) of
$$;
