-- The country of a branch, and that of a risk: taxes follow it. Whose policies were approved before has none, and keeps its
-- figures.
alter table branches add column country char(2) references countries (code);
alter table policies add column risk_country char(2) references countries (code);

-- A rule of a tax may be of one branch, of risks in one country, and be an amount instead of a percentage.
alter table tax_rates
  add column branch_id int references branches (id),
  add column country char(2) references countries (code),
  -- Of amounts alone: they fall on placements in it.
  add column currency char(3) references currencies (code),
  add column flat bigint check (flat > 0),
  add column minimum bigint check (minimum > 0),
  add constraint tax_flat_alone check (flat is null or (rate = 0 and minimum is null)),
  add constraint tax_amount_currency check ((currency is null) = (flat is null and minimum is null));

-- What was charged once on a policy beside percentages, and the minimum under which a percentage was booked.
alter table policy_taxes
  add column charge text check (charge in ('FLAT', 'MINIMUM')),
  add column minimum bigint;
alter table endorsement_taxes add column charge text check (charge in ('FLAT', 'MINIMUM'));
