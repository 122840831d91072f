-- How much the firm lets one security carry in all, in the currency in which it decided that.
alter table parties
  add column exposure_limit bigint check (exposure_limit > 0),
  add column exposure_currency char(3) references currencies (code),
  add constraint exposure_limit_in_currency check ((exposure_limit is null) = (exposure_currency is null)),
  add constraint exposure_limit_of_security check (exposure_limit is null or kind = 'SECURITY');
