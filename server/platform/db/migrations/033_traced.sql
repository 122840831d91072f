-- What strangers try is traced once for each account, address and window, or they would fill a trail that nothing is deleted
-- from: the key is a digest, and the row goes when its window is long over.
create table traced_tries (
  subject text not null,
  begins timestamptz not null,
  constraint traced_once primary key (subject, begins)
);
create index traced_tries_old on traced_tries (begins);
