-- An endorsement without premium changes words of its policy. What it sets is in its input; an insured, which may be merged
-- into another, has a column.
alter table endorsements
  add column insured_id int references parties (id),
  add constraint words_without_premium check (insured_id is null or endorsement_type = 'NIL');
create index endorsements_insured on endorsements (insured_id, branch_id) where insured_id is not null;
create trigger not_merged_insured before insert or update of insured_id on endorsements
  for each row execute function refuse_merged_party('insured_id');

-- The insured whom the approved endorsements have put in the place of the first one: what lists and searches show.
alter table policies add column endorsed_insured_id int references parties (id);
alter table policies add column current_insured_id int generated always as (coalesce(endorsed_insured_id, insured_id)) stored;
create index policies_endorsed_insured on policies (endorsed_insured_id, branch_id) where endorsed_insured_id is not null;
create trigger not_merged_endorsed_insured before insert or update of endorsed_insured_id on policies
  for each row execute function refuse_merged_party('endorsed_insured_id');
